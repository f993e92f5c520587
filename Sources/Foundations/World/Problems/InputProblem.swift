/// Something wrong with what the user gave: a file, a key, an option.
///
/// Its description is one sentence that says which file, which key or byte, what was expected and what was
/// found. The program prints it and ends with status 2.
public protocol InputProblem: Error, CustomStringConvertible {}

import Documents
import Foundation
import TestSupport
import Testing
import World

@testable import Sweeping

@Suite struct SlurmScriptsTests {
  private func scripts(
    shards: [Int], program: String = "/opt/bin/beaconbench", jobs: String = "/data/my results/x.slurm",
    folder: String = "/data/it's here"
  ) throws -> SlurmScripts {
    try SlurmScripts(
      name: "small",
      SlurmSettings {
        ($0.shards, $0.cores, $0.throttle) = (8, 2, 3)
        ($0.partition, $0.time, $0.memory, $0.account) = ("long", "2:00:00", "2G", "lab")
      }, shards: shards, jobs: jobs, folder: folder,
      arguments: ["sweep.yaml", "--vary", "pipelines[0].snap=true,false"], program: program)
  }

  @Test func `the array asks for what the settings say, for the shards that are missing`() throws {
    let shard = try scripts(shards: [1, 2, 3, 6, 8]).shard
    #expect(
      shard == """
        #!/bin/bash
        #SBATCH --job-name=sweep-small
        #SBATCH --array=1-3,6,8%3
        #SBATCH --requeue
        #SBATCH --open-mode=append
        #SBATCH '--output=/data/my results/x.slurm/shard-%a.log'
        #SBATCH --cpus-per-task=2
        #SBATCH --mem=2G
        #SBATCH --partition=long
        #SBATCH --account=lab
        #SBATCH --time=2:00:00
        set -euo pipefail
        cd '/data/it'\\''s here'
        exec /opt/bin/beaconbench sweep run sweep.yaml --vary 'pipelines[0].snap=true,false' --threads 2 --no-merge --quiet --shard "$SLURM_ARRAY_TASK_ID/8"

        """)
  }

  @Test func `a tarball is unpacked on the node, and both scripts are what bash reads`() throws {
    let folder = try TemporaryFolder()
    let scripts = try scripts(shards: [1], program: "/dist/bb.tar.gz")
    #expect(scripts.merge.contains("tar -xzf /dist/bb.tar.gz -C \"$unpacked\" --strip-components=1\n"))
    #expect(scripts.merge.contains("\"$unpacked/bin/beaconbench\" sweep merge sweep.yaml"))
    for text in [scripts.shard, scripts.merge] {
      try folder.write(text, to: "script")
      let bash = try Process.run(URL(filePath: "/bin/bash"), arguments: ["-n", folder.path("script")])
      bash.waitUntilExit()
      #expect(bash.terminationStatus == 0)
    }
  }

  @Test func `the queue's lines and the record of jobs are read, and others are nothing`() throws {
    #expect(
      SlurmJobs.states(in: "12_1 RUNNING\n12_10 PENDING\n12 PENDING\nsomething else here\n") == [
        1: "RUNNING", 10: "PENDING",
      ])
    let jobs = SlurmJobs(array: "12", merge: "13", shards: 8)
    #expect(try SlurmJobs(jobs.document) == jobs)
    #expect(throws: FileProblem.self) { try SlurmJobs(["array": "12", "merge": "13", "shards": 0]) }
  }

  @Test(arguments: [
    "", "12; rm", "--user=root", "--me", "12_3", "-1", "+1", "1.5", "١٢", "1\n2", "1234567890123456789",
  ])
  func `a job whose number is not digits alone is refused`(number: String) {
    for (array, merge) in [(number, "13"), ("12", number)] {
      let document: Document = ["array": Document(array), "merge": Document(merge), "shards": 8]
      #expect(throws: FileProblem.self) { try SlurmJobs(document) }
    }
  }

  /// The script is run by bash, with a program that prints where it runs.
  @Test(arguments: [
    "a\ntouch hacked\n#SBATCH --array=1-99\n", "it's \"here\" $(touch hacked) `touch hacked`; touch hacked",
    "é %a \\n",
  ])
  func `a script runs in a folder of any name and does nothing that the name says`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\npwd >\"$0.place\"\n", to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("program"))
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    let scripts = try scripts(
      shards: [1], program: folder.path("program"), jobs: "/jobs", folder: folder.path(name))
    try folder.write(scripts.merge, to: "script")
    let bash = Process()
    (bash.executableURL, bash.arguments) = (URL(filePath: "/bin/bash"), [folder.path("script")])
    bash.currentDirectoryURL = URL(filePath: folder.path)
    try bash.run()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
    #expect(try folder.read("program.place") == folder.path(name) + "\n")
    #expect(
      ["hacked", "\(name)/hacked"].allSatisfy { !FileManager.default.fileExists(atPath: folder.path($0)) })
    // sbatch reads such lines up to the first command.
    let options = scripts.merge.split(separator: "\n").prefix { $0.hasPrefix("#") }
    #expect(!options.contains { $0.contains("1-99") })
  }

  @Test func `a percent sign of the jobs' folder is none of a pattern`() throws {
    let shard = try scripts(shards: [1], jobs: "/data/100%a").shard
    #expect(shard.contains("\n#SBATCH --output=/data/100%%a/shard-%a.log\n"))
  }

  @Test(arguments: ["/a\nb", "/a\rb", "/a\u{7F}", "/a\\b"])
  func `a folder of jobs that a line of sbatch cannot name is refused`(jobs: String) {
    #expect(throws: FileProblem.self) { try scripts(shards: [1], jobs: jobs) }
  }

  @Test(arguments: ["", "a b", "a;b", "$(x)", "a\nb", "é"])
  func `what a line of a script cannot hold is refused`(word: String) {
    #expect(!SlurmSettings.isWord(word))
  }

  @Test func `shards are read as i/n`() {
    #expect(SweepShard("3/16") == SweepShard(3, of: 16))
    for text in ["", "0/4", "5/4", "3", "3/", "/4", "-1/4", "1/99999", "a/b", "1/2/3"] {
      #expect(SweepShard(text) == nil, "\(text)")
    }
  }
}

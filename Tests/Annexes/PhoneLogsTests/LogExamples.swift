import Foundation
import HandMadeCaptures
import TestSupport

/// Logs made by hand from the rules of each format.
enum LogExamples {
  /// Two marks, four advertisements in all forms of rows and a sensor that is not needed; times are in seconds.
  static let getSensorData = """
    % LogFile created by the 'GetSensorData' App for Android.
    % BLE 4.0 data: 'BLE4;AppTimestamp(s);iBeacon;MAC;RSSI(dBm);Power;MajorID;MinorID;UUID'

    POSI;0.500;1;41.00001;2.00002;0;0
    BLE4;1.000;iBeacon;AA:BB:CC:DD:EE:01;-70;-59;100;1;2d6c1a5e-1234-5678-9abc-def000000001
    GYRO;1.010;5.100;0.10000;0.20000;0.30000;3
    BLE4;1.250;Eddystone;AA:BB:CC:DD:EE:02;-80;0123456789ab;-1;-1.0;-1;-1
    BLE4;1.300;iBeacon;AA:BB:CC:DD:EE:01;-71;100;1
    BLE4;1.400;100;2;-66
    ACCE;1.410;5.500;0.10000;0.20000;9.80000;3
    POSI;2.500;2;41.00003;2.00004;0;0
    """

  /// An Eddystone-UID that two scanners wrote, another advertisement, a mark, and a sensor that is not needed.
  static let sensorReadout = """
    0;-2;Wed Apr 08 15:35:20 GMT+02:00 2020;Walker;Site
    0;99;0
    51272330;3;0.064983115;-0.23649593;0.16192514
    100000000;9;AABBCCDDEE01;-70;-2147483648
    100000000;19;AABBCCDDEE01;-70;-2147483648;00112233-4455-6677-8899-0123456789ab
    200000000;9;AABBCCDDEE02;-81;4
    2500000000;99;1

    """

  /// Two messages of ESPresense about one iBeacon, one of room-assistant about itself and one about another receiver, and a setting.
  static let mqtt = """
    {"tst":"2023-11-14T23:13:20.000000+0100","topic":"espresense/devices/iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1/kitchen","qos":0,"retain":0,"payloadlen":3,"payload":{"mac":"aabbccddee01","id":"iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1","rssi@1m":-59,"rssi":-70,"raw":3.55,"channel":38,"distance":3.1}}
    {"tst":"2023-11-14T22:13:21.500000Z+0000","topic":"espresense/devices/iBeacon:2d6c1a5e-1234-5678-9abc-def000000001-100-1/study","qos":0,"retain":0,"payloadlen":3,"payload":"{\\"mac\\":\\"aabbccddee01\\",\\"rssi@1m\\":-59,\\"rssi\\":-81.4}"}
    {"tst":"2023-11-14T22:13:22.000000+0000","topic":"espresense/rooms/kitchen/absorption","payload":3.5}
    {"tst":"2023-11-14T22:13:23.000000+0000","topic":"room-assistant/entity/hall/bluetooth-low-energy-presence-sensor/ble-2d6c1a5e123456789abcdef000000001-100-1","payload":{"entity":{"id":"ble-x","distances":{}},"diff":[{"path":"/measuredValues/attic","newValue":{"rssi":-50,"measuredPower":-59}},{"path":"/measuredValues/hall","oldValue":{"rssi":-73.4,"measuredPower":-59},"newValue":{"rssi":-70.6,"measuredPower":-59}}],"hasAuthority":true}}

    """

  /// A Ruuvi tag heard twice and a note between, with a table that is not needed; deflated by Python's zipfile.
  static let sensorLogger: [UInt8] = Array(
    Data(
      base64Encoded: """
        UEsDBBQAAAAIAE+i+VYczG01NAAAADsAAAARAAAAQWNjZWxlcm9tZXRlci5jc3YrycxN1SlOTc7PSymOT81JLChOTdGp0qnU\
        qeAyNLM0MDY0MzY0gAMdAz0DHUs9Cx0giwsAUEsDBBQAAAAIAE+i+VajLwVjkwAAAAcBAAAaAAAAYmx1ZXRvb3RoLURCMDhE\
        MzMzMzhFRi5jc3atzUEKwjAQheG9ZxllprHNJEuprlx4A4nJBAq1lSRVj28QoRfw5y3e7ivDXSCLn6eQrzK6R5YAKecBhgDl\
        fZlfks7ylBHublqi82VJknpX3IY6g4o6RchG4zfAXf2w1Qb6g0W2vbKqju3xBGAM7rGlRquWG441RI3REyM1bNB0jXilTbgh\
        B1VjiatCq0I/Rf9N+QBQSwMEFAAAAAgAT6L5VlIcioFMAAAAVwAAAA4AAABBbm5vdGF0aW9uLmNzdjXJMQrAIAwAwL3PcA4l\
        QZD2NSJNhoAaMRb6/A6lt97SJuByWWfPUstwYVjyLGhaq36TxxT3zPcsS61vlE6MlCIR/oB2hMBmM8CB2wtQSwECFAMUAAAA\
        CABPovlWHMxtNTQAAAA7AAAAEQAAAAAAAAAAAAAAgAEAAAAAQWNjZWxlcm9tZXRlci5jc3ZQSwECFAMUAAAACABPovlWoy8F\
        Y5MAAAAHAQAAGgAAAAAAAAAAAAAAgAFjAAAAYmx1ZXRvb3RoLURCMDhEMzMzMzhFRi5jc3ZQSwECFAMUAAAACABPovlWUhyK\
        gUwAAABXAAAADgAAAAAAAAAAAAAAgAEuAQAAQW5ub3RhdGlvbi5jc3ZQSwUGAAAAAAMAAwDDAAAApgEAAAAA
        """) ?? Data())

  /// Of the app behind the data set rriesebos: in no order of time.
  static let measurements = """
    [{"beacon_address":"AA:BB:CC:DD:EE:01","system.totimestamp(timeuuid)":"2021-06-03T11:51:07.568Z","rssi":-65,"distance":0.79,"channel":38},\
    {"beacon_address":"AA:BB:CC:DD:EE:02","system.totimestamp(timeuuid)":"2021-06-03T11:51:06.068Z","rssi":-70,"distance":1,"channel":39},\
    {"checkpoint":3,"system.totimestamp(timeuuid)":"2021-06-03T11:51:06.568Z"}]
    """

  /// By name, what is read as a file.
  static let all: [String: [UInt8]] = [
    "GetSensorData": Array(getSensorData.utf8), "SensorReadoutApp": Array(sensorReadout.utf8),
    "MQTT": Array(mqtt.utf8), "Sensor Logger": sensorLogger, "rriesebos": Array(measurements.utf8),
  ]

  /// An archive of files that are stored as they are, octet by octet.
  static func zip(_ files: [(name: String, text: String)], checksum: ([UInt8]) -> UInt32) -> [UInt8] {
    var (archive, directory) = (CaptureBytes(), CaptureBytes())
    for (name, text) in files {
      let (name, bytes) = (Array(name.utf8), Array(text.utf8))
      let offset = archive.bytes.count
      func header(_ part: inout CaptureBytes) {
        // Version, flags, method, time and date.
        for value: UInt64 in [20, 0, 0, 0, 0x21] { part.little(value, 2) }
        part.little(UInt64(checksum(bytes)), 4)
        part.little(UInt64(bytes.count), 4)
        part.little(UInt64(bytes.count), 4)
        part.little(UInt64(name.count), 2)
        part.little(0, 2)
      }
      archive.little(0x0403_4B50, 4)
      header(&archive)
      archive.bytes += name + bytes
      directory.little(0x0201_4B50, 4)
      directory.little(20, 2)
      header(&directory)
      // No comment, first disk, no attributes.
      directory.little(0, 6)
      directory.little(0, 4)
      directory.little(UInt64(offset), 4)
      directory.bytes += name
    }
    let start = archive.bytes.count
    archive.bytes += directory.bytes
    archive.little(0x0605_4B50, 4)
    archive.little(0, 4)
    archive.little(UInt64(files.count), 2)
    archive.little(UInt64(files.count), 2)
    archive.little(UInt64(directory.bytes.count), 4)
    archive.little(UInt64(start), 4)
    archive.little(0, 2)
    return archive.bytes
  }
}

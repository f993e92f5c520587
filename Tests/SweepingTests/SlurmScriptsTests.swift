import Documents
import Foundation
import TestSupport
import Testing

@testable import Sweeping

@Suite struct SlurmScriptsTests {
  private func scripts(shards: [Int], program: String = "/opt/bin/beaconbench") -> SlurmScripts {
    SlurmScripts(
      name: "small",
      SlurmSettings {
        ($0.shards, $0.cores, $0.throttle) = (8, 2, 3)
        ($0.partition, $0.time, $0.memory, $0.account) = ("long", "2:00:00", "2G", "lab")
      }, shards: shards, jobs: "/data/my results/x.slurm", folder: "/data/it's here",
      arguments: ["sweep.yaml", "--vary", "pipelines[0].snap=true,false"], program: program)
  }

  @Test func `the array asks for what the settings say, for the shards that are missing`() {
    let shard = scripts(shards: [1, 2, 3, 6, 8]).shard
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
    let scripts = scripts(shards: [1], program: "/dist/bb.tar.gz")
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
    #expect(SlurmJobs(jobs.document) == jobs)
    #expect(SlurmJobs(["array": "12; rm", "merge": "13", "shards": 8]) == nil)
    #expect(SlurmJobs(["array": "12", "merge": "13", "shards": 0]) == nil)
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

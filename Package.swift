// swift-tools-version: 6.2
import PackageDescription

/// Every target is built in Swift 6 mode with warnings as errors.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The ladder: a target may import only what stands above it in this list, and the dependency lists
/// below are what enforces that.
let package = Package(
  name: "ftpraw",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FTPProtocol", targets: ["FTPProtocol"]),
    .library(name: "FTPRequirements", targets: ["FTPRequirements"]),
    .library(name: "FTPConversation", targets: ["FTPConversation"]),
    .library(name: "FTPVectors", targets: ["FTPVectors"]),
    .library(name: "FTPCaptures", targets: ["FTPCaptures"]),
    .library(name: "FTPTransport", targets: ["FTPTransport"]),
    .library(name: "FTPClient", targets: ["FTPClient"]),
    .library(name: "FTPTransfers", targets: ["FTPTransfers"]),
    .library(name: "FTPMockServer", targets: ["FTPMockServer"]),
    .library(name: "FTPRecording", targets: ["FTPRecording"]),
    .library(name: "FTPReplay", targets: ["FTPReplay"]),
    .library(name: "FTPConformance", targets: ["FTPConformance"]),
    .library(name: "FTPFuzzing", targets: ["FTPFuzzing"]),
    .executable(name: "ftpraw", targets: ["ftpraw"]),
  ],
  targets: [
    .target(name: "LibC", swiftSettings: strict),
    .target(
      name: "EmbeddedTexts",
      exclude: [
        "Cases", "Completions", "Pages", "Scenarios", "answers.txt", "codes.txt", "commands.txt",
        "faults.txt", "pieces.txt", "products.txt", "sequences.txt", "verbs.txt", "words.txt",
      ]),
    .target(name: "FTPText", dependencies: ["EmbeddedTexts"], swiftSettings: strict),
    .target(
      name: "FTPProtocol", dependencies: ["LibC", "EmbeddedTexts", "FTPText"], swiftSettings: strict),
    .target(
      name: "FTPRequirements",
      dependencies: ["EmbeddedTexts", "FTPText"],
      path: "RFC",
      exclude: ["Catalogue", "README.md", "conflicts.md", "states.md"],
      sources: ["Sources"],
      swiftSettings: strict),
    .target(
      name: "FTPConversation", dependencies: ["EmbeddedTexts", "FTPProtocol", "FTPText"],
      swiftSettings: strict),
    .target(
      name: "FTPVectors", dependencies: ["FTPProtocol", "FTPText", "FTPConversation"], swiftSettings: strict),
    .target(
      name: "FTPCaptures", dependencies: ["FTPProtocol", "FTPConversation", "FTPVectors"],
      swiftSettings: strict),
    .target(name: "FTPSystem", dependencies: ["LibC", "FTPText"], swiftSettings: strict),
    .target(
      name: "FTPTransport", dependencies: ["LibC", "FTPProtocol", "FTPText", "FTPSystem"],
      swiftSettings: strict),
    .target(
      name: "FTPClient", dependencies: ["FTPProtocol", "FTPConversation", "FTPSystem", "FTPTransport"],
      swiftSettings: strict),
    .target(
      name: "FTPTransfers",
      dependencies: ["FTPProtocol", "FTPConversation", "FTPSystem", "FTPTransport", "FTPClient"],
      swiftSettings: strict),
    .target(
      name: "FTPMockServer",
      dependencies: [
        "EmbeddedTexts", "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPSystem",
        "FTPTransport",
      ],
      swiftSettings: strict),
    .target(
      name: "FTPRecording",
      dependencies: ["FTPProtocol", "FTPConversation", "FTPSystem", "FTPTransport"], swiftSettings: strict),
    .target(
      name: "FTPReplay",
      dependencies: [
        "FTPProtocol", "FTPConversation", "FTPVectors", "FTPSystem", "FTPTransport", "FTPClient",
        "FTPMockServer",
      ],
      swiftSettings: strict),
    .target(
      name: "FTPConformance",
      dependencies: [
        "EmbeddedTexts", "FTPProtocol", "FTPRequirements", "FTPText", "FTPConversation", "FTPVectors",
        "FTPSystem", "FTPTransport", "FTPClient", "FTPMockServer",
      ],
      swiftSettings: strict),
    .target(
      name: "FTPFuzzing",
      dependencies: [
        "EmbeddedTexts", "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPCaptures",
        "FTPSystem", "FTPTransport",
        "FTPClient", "FTPTransfers", "FTPMockServer", "FTPConformance",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ftpraw",
      dependencies: [
        "EmbeddedTexts", "FTPProtocol", "FTPRequirements", "FTPText", "FTPConversation", "FTPVectors",
        "FTPCaptures",
        "FTPSystem", "FTPTransport", "FTPClient", "FTPTransfers", "FTPMockServer", "FTPRecording",
        "FTPReplay",
        "FTPConformance", "FTPFuzzing",
      ],
      swiftSettings: strict),
    .target(name: "CYardstick"),
    .executableTarget(
      name: "FTPBenchmarks",
      dependencies: [
        "LibC", "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPCaptures", "FTPSystem",
        "FTPTransport", "FTPClient", "FTPMockServer", "FTPConformance", "CYardstick",
      ],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["FTPProtocol", "FTPConversation", "FTPSystem", "FTPTransport"],
      path: "Tests/Support",
      swiftSettings: strict),
    .target(
      name: "ToyLayer", dependencies: ["FTPProtocol", "FTPSystem", "FTPTransport", "TestSupport"],
      path: "Tests/ToyLayer",
      swiftSettings: strict),
    .executableTarget(
      name: "PlantedClient", dependencies: ["FTPProtocol", "FTPSystem", "FTPTransport"],
      path: "Tests/PlantedClient", swiftSettings: strict),
    .testTarget(
      name: "FTPProtocolTests", dependencies: ["EmbeddedTexts", "FTPProtocol", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPRequirementsTests", dependencies: ["FTPRequirements", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "FTPTextTests", dependencies: ["FTPText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "FTPConversationTests",
      dependencies: ["FTPProtocol", "FTPText", "FTPConversation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPVectorsTests",
      dependencies: ["FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPCapturesTests",
      dependencies: [
        "FTPProtocol", "FTPConversation", "FTPVectors", "FTPCaptures", "FTPFuzzing", "FTPTransport",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPSystemTests", dependencies: ["FTPSystem", "FTPTransport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPTransportTests", dependencies: ["FTPSystem", "FTPTransport", "TestSupport", "ToyLayer"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPClientTests",
      dependencies: [
        "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPSystem", "FTPTransport", "FTPClient",
        "FTPMockServer", "FTPRecording", "FTPCaptures", "ToyLayer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPTransfersTests",
      dependencies: [
        "FTPProtocol", "FTPConversation", "FTPSystem", "FTPTransport", "FTPClient", "FTPTransfers",
        "FTPMockServer", "ToyLayer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPMockServerTests",
      dependencies: [
        "EmbeddedTexts", "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPSystem",
        "FTPTransport", "FTPClient", "FTPMockServer", "FTPRecording", "ToyLayer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPReplayTests",
      dependencies: [
        "FTPProtocol", "FTPConversation", "FTPVectors", "FTPSystem", "FTPTransport", "FTPClient",
        "FTPMockServer", "FTPReplay", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPConformanceTests",
      dependencies: [
        "FTPProtocol", "FTPRequirements", "FTPText", "FTPConversation", "FTPVectors", "FTPSystem",
        "FTPTransport", "FTPClient", "FTPMockServer", "FTPConformance", "TestSupport",
      ],
      exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPFuzzingTests",
      dependencies: [
        "FTPProtocol", "FTPConversation", "FTPVectors", "FTPSystem", "FTPTransport", "FTPMockServer",
        "FTPConformance", "FTPFuzzing", "TestSupport", "PlantedClient",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FTPRawTests",
      dependencies: [
        "ftpraw", "FTPProtocol", "FTPText", "FTPConversation", "FTPVectors", "FTPCaptures", "FTPSystem",
        "FTPTransport", "FTPClient", "FTPTransfers", "FTPMockServer", "FTPConformance", "FTPFuzzing",
        "TestSupport",
      ],
      swiftSettings: strict),
  ]
)

// Programs that `-sanitize=fuzzer` gives their `main`; without it they do not link. `Tests/Fuzz/build.sh` builds them.
if Context.environment["FTPRAW_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FTPFuzzTargets", dependencies: ["FTPSystem", "FTPVectors", "FTPFuzzing"],
      path: "Tests/Fuzz/Targets",
      swiftSettings: strict))
}

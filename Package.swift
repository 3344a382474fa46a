// swift-tools-version: 6.2
import PackageDescription

/// Every target is built in Swift 6 mode with warnings as errors.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The requirement catalogue: one Markdown file per RFC or draft, embedded in the binary.
let catalogue = [
  "rfc775.md", "rfc854.md", "rfc959.md", "rfc1123.md", "rfc1579.md", "rfc1635.md",
  "rfc1639.md", "rfc1738.md", "rfc2228.md", "rfc2389.md", "rfc2428.md", "rfc2577.md",
  "rfc2640.md", "rfc3659.md", "rfc4217.md", "rfc5797.md", "rfc7151.md", "draft-deflate.md",
  "draft-hash.md", "draft-mfxx.md", "draft-rang.md", "draft-spsv.md", "draft-streamlined.md",
]

/// The ladder: a target may import only what stands above it in this list, and the dependency lists
/// below are what enforces that.
let package = Package(
  name: "ftpraw",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FTPProtocol", targets: ["FTPProtocol"]),
    .library(name: "FTPRequirements", targets: ["FTPRequirements"]),
    .library(name: "FTPVectors", targets: ["FTPVectors"]),
    .library(name: "FTPTransport", targets: ["FTPTransport"]),
    .library(name: "FTPClient", targets: ["FTPClient"]),
    .library(name: "FTPMockServer", targets: ["FTPMockServer"]),
    .library(name: "FTPReplay", targets: ["FTPReplay"]),
    .library(name: "FTPConformance", targets: ["FTPConformance"]),
    .executable(name: "ftpraw", targets: ["ftpraw"]),
  ],
  targets: [
    .target(name: "FTPProtocol", swiftSettings: strict),
    .target(
      name: "FTPRequirements",
      path: "RFC",
      exclude: ["README.md", "conflicts.md", "states.md"],
      resources: catalogue.map { .embedInCode($0) },
      swiftSettings: strict),
    .target(name: "FTPVectors", dependencies: ["FTPProtocol"], swiftSettings: strict),
    .target(name: "FTPTransport", dependencies: ["FTPProtocol"], swiftSettings: strict),
    .target(
      name: "FTPClient", dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport"], swiftSettings: strict),
    .target(
      name: "FTPMockServer", dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport"],
      swiftSettings: strict),
    .target(
      name: "FTPReplay",
      dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer"],
      swiftSettings: strict),
    .target(
      name: "FTPConformance",
      dependencies: [
        "FTPProtocol", "FTPRequirements", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ftpraw",
      dependencies: [
        "FTPProtocol", "FTPRequirements", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer",
        "FTPReplay", "FTPConformance",
      ],
      swiftSettings: strict),
    .target(name: "CYardstick"),
    .executableTarget(
      name: "FTPBenchmarks",
      dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport", "FTPClient", "CYardstick"],
      swiftSettings: strict),
    .testTarget(name: "FTPProtocolTests", dependencies: ["FTPProtocol"], swiftSettings: strict),
    .testTarget(name: "FTPRequirementsTests", dependencies: ["FTPRequirements"], swiftSettings: strict),
    .testTarget(
      name: "FTPVectorsTests", dependencies: ["FTPProtocol", "FTPVectors"], swiftSettings: strict),
    .testTarget(name: "FTPTransportTests", dependencies: ["FTPTransport"], swiftSettings: strict),
    .testTarget(
      name: "FTPClientTests",
      dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPMockServerTests",
      dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPReplayTests",
      dependencies: ["FTPProtocol", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer", "FTPReplay"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPConformanceTests",
      dependencies: [
        "FTPProtocol", "FTPRequirements", "FTPVectors", "FTPTransport", "FTPClient", "FTPMockServer",
        "FTPConformance",
      ],
      exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "FTPRawTests",
      dependencies: [
        "ftpraw", "FTPProtocol", "FTPTransport", "FTPClient", "FTPMockServer", "FTPConformance",
      ],
      swiftSettings: strict),
  ]
)

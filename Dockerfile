# ftpraw in a container: `docker build -t ftpraw .`, then `docker run --rm ftpraw check --embedded`.
FROM swift:6.2-bookworm AS build
WORKDIR /sources
COPY . .
RUN swift build -c release --static-swift-stdlib --product ftpraw \
  && strip -o /ftpraw "$(swift build -c release --show-bin-path)/ftpraw"

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libssl3 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home ftpraw
COPY --from=build /ftpraw /usr/local/bin/ftpraw
USER ftpraw
WORKDIR /home/ftpraw
ENTRYPOINT ["ftpraw"]
CMD ["--help"]

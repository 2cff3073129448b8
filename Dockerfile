# Plantroom as an image: built from the lockfile, run as an ordinary user, its root may be read-only.
# `npm run try-image` does the same steps without a container runtime.
# Raise a digest together with its tag: `docker buildx imagetools inspect node:24-bookworm-slim` prints it.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
RUN node scripts/runtimePackages.mjs /runtime

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
# The data folder is the account's alone; a volume that is mounted there begins so, too.
RUN install -d -m 700 -o node -g node /data
COPY --from=build /app/package.json ./
COPY --from=build /runtime/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/server/db/migrations ./server/db/migrations
COPY --from=build /app/server/db/roles.sql ./server/db/roles.sql
USER node
VOLUME /data
EXPOSE 4000
# Alive is enough: a database that is away must not have the server killed. Balancers ask /readyz.
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "dist/server/main.js"]

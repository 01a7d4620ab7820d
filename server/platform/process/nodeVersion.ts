// Imported first by each program: an older Node would fail later with a message about some missing function.
const OLDEST = 24;

const own = process.versions.node;
if (Number.parseInt(own, 10) < OLDEST) {
  process.stderr.write(
    `Manam-Trace runs on Node ${OLDEST} or newer, and this is Node ${own}. ` +
      `Start it with npm, which brings a Node of its own on Linux and Windows.\n`,
  );
  process.exit(1);
}

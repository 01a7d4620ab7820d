import { fixed, sentence } from './said.ts';

/** What is wrong with a part of the program, or with the worlds outside of it. */
export const HEALTH = {
  publicWorks: fixed('health.public_works', 'Public verification works'),
  databaseAway: fixed('health.database_away', 'The database does not answer'),
  diskFull: fixed('health.disk_full', 'The disk of the database is full: nothing can be written'),
  replicaLeft: fixed(
    'health.replica_left',
    'The replica is away or does not keep up; lists are read from the primary database',
  ),
  figuresDiffered: sentence(
    'health.figures_differed',
    { count: 'number' },
    { count: 3 },
    ({ count }) =>
      `Figures were not what the lots and alerts come to in ${count} sums, and were set right; the log names the tables`,
  ),
  schemaDiffers: sentence(
    'health.schema_differs',
    { count: 'number' },
    { count: 3 },
    ({ count }) => `Objects of the schema are not what the migrations made: ${count}; the log names them`,
  ),
  ledgerAway: fixed('health.ledger_away', 'The ledger does not answer; events wait and are kept'),
  satelliteAway: fixed('health.satellite_away', 'The satellite source does not answer; checks wait and are kept'),
  filesDamaged: sentence(
    'health.files_damaged',
    { count: 'number', file: 'text' },
    { count: 2, file: 'Hansen_GFC-2025-v1.13_lossyear_00N_140E.tif' },
    ({ count, file }) =>
      `Damaged satellite files: ${count}, for example ${file}. Checks that need them reach no conclusion`,
  ),
  queueUnreadable: fixed('health.queue_unreadable', 'The queue could not be read'),
  eventsRefused: fixed('health.events_refused', 'The ledger refused events; see them and retry'),
  eventsWait: fixed('health.events_wait', 'Events have waited for more than a minute'),
  jobsUncounted: fixed('health.jobs_uncounted', 'The jobs could not be counted'),
  jobsGivenUp: fixed('health.jobs_given_up', 'Jobs were given up after all attempts'),
  retentionRefused: fixed(
    'health.retention_refused',
    'Nothing is deleted by age: the clock of the server cannot be relied on; the log says why',
  ),
  jobsWait: fixed('health.jobs_wait', 'Jobs have waited for ten minutes, and nobody takes them'),
  sealsBroken: fixed(
    'health.seals_broken',
    'Rows were changed past the program; they are not acted upon, and the log names them',
  ),
  auditFoundFaults: fixed(
    'health.walk_found_faults',
    'Lots, or what is kept beside them, are not what the ledger holds; the log names them',
  ),
  auditLate: fixed(
    'health.walk_late',
    'The ledger was not compared with the tables for more than a day and a half, which is done each night',
  ),
  walkPutBack: fixed(
    'health.walk_put_back',
    'The result of the last comparison of the ledger with the tables was replaced by an earlier one',
  ),
  auditIncomplete: fixed(
    'health.walk_incomplete',
    'Parts of the ledger were not compared with the tables for more than 30 days',
  ),
};

/** Why a server does not sign a head that another organisation's asks it to sign. */
export const COUNTERSIGNING = {
  unsigned: fixed('countersigning.unsigned', 'This head is not signed by an organisation of the ledger'),
  ahead: fixed('countersigning.ahead', 'This head counts blocks that this server does not know yet'),
  differs: fixed('countersigning.differs', 'This head is not one of the ledger as the peer of this server has it'),
  otherEnd: fixed(
    'countersigning.other_end',
    'The channel names another end of the ledger whose place it took than this server can hold to the head that it kept',
  ),
  alone: fixed('countersigning.alone', 'Heads of this ledger are signed by this server alone'),
};

/** What is wrong with a ledger that answers: in plain words, which anyone may read. */
export const LEDGER = {
  anotherLedger: fixed(
    'ledger.another_ledger',
    'The ledger in the database is another one than the one that was known before',
  ),
  headNotSigned: fixed(
    'ledger.head_not_signed',
    'The organisations of the ledger did not sign the head that was kept of it',
  ),
  headUnkept: fixed('ledger.head_unkept', 'The newest head of the ledger cannot be kept in its file'),
  witnessesAway: sentence(
    'ledger.witnesses_away',
    { failing: 'number', witnesses: 'number' },
    { failing: 1, witnesses: 2 },
    ({ failing, witnesses }) => `Heads of the ledger do not reach ${failing} of ${witnesses} witnesses`,
  ),
  organisationAway: sentence(
    'ledger.organisation_away',
    { organisation: 'text' },
    { organisation: 'Manam Assurance' },
    ({ organisation }) =>
      `The peer of ${organisation} does not answer; what too few organisations endorse waits and is kept`,
  ),
  countersignerAway: sentence(
    'ledger.countersigner_away',
    { organisation: 'text' },
    { organisation: 'Manam Assurance' },
    ({ organisation }) => `The server of ${organisation} does not sign heads of the ledger: it does not answer`,
  ),
  headRefused: sentence(
    'ledger.head_refused',
    { organisation: 'text', blocks: 'number' },
    { organisation: 'Manam Assurance', blocks: 95 },
    ({ organisation, blocks }) =>
      `The server of ${organisation} refuses to sign our head of ${blocks} blocks: its peer has others`,
  ),
  endRefused: sentence(
    'ledger.end_refused',
    { organisation: 'text' },
    { organisation: 'Manam Assurance' },
    ({ organisation }) =>
      `The server of ${organisation} refuses to sign our heads: the ledger whose place the channel took did not end as it knew it`,
  ),
  otherEnd: sentence(
    'ledger.other_end',
    { blocks: 'number' },
    { blocks: 95 },
    ({ blocks }) =>
      `The ledger whose place the channel took did not end as it was known: with ${blocks} blocks at least, by the signatures of those who signed these`,
  ),
  strangeHead: sentence(
    'ledger.strange_head',
    { organisation: 'text', blocks: 'number' },
    { organisation: 'Manam Cooperative', blocks: 95 },
    ({ organisation, blocks }) =>
      `${organisation} signed a head of ${blocks} blocks which are not those of our peer; the log holds it`,
  ),
  otherBlocks: sentence(
    'ledger.other_blocks',
    { blocks: 'number' },
    { blocks: 95 },
    ({ blocks }) => `The first ${blocks} blocks of the ledger are not those that were recorded before`,
  ),
  otherBlock: sentence(
    'ledger.other_block',
    { block: 'number' },
    { block: 95 },
    ({ block }) => `Block ${block} of the ledger is not the one that was recorded before`,
  ),
  blockMissing: sentence(
    'ledger.block_missing',
    { block: 'number' },
    { block: 95 },
    ({ block }) => `Block ${block}, which was recorded before, is missing from the ledger`,
  ),
  blocksMissing: sentence(
    'ledger.blocks_missing',
    { first: 'number', last: 'number' },
    { first: 95, last: 99 },
    ({ first, last }) => `Blocks ${first} to ${last}, which were recorded before, are missing from the ledger`,
  ),
  blockNotLinked: sentence(
    'ledger.block_not_linked',
    { block: 'number' },
    { block: 95 },
    ({ block }) => `Block ${block} of the ledger does not follow the one before`,
  ),
  blockNotSigned: sentence(
    'ledger.block_not_signed',
    { block: 'number' },
    { block: 95 },
    ({ block }) => `Block ${block} of the ledger is not signed by its organisations`,
  ),
  treeChanged: fixed('ledger.tree_changed', 'The tree over the blocks of the ledger was changed'),
};

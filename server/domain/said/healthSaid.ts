import { sentence } from './said.ts';

/** What is wrong with a part of the program, or with the worlds outside of it. */
export const HEALTH = {
  publicWorks: sentence('health.public_works'),
  databaseAway: sentence('health.database_away'),
  diskFull: sentence('health.disk_full'),
  replicaLeft: sentence('health.replica_left'),
  figuresDiffered: sentence('health.figures_differed', { count: 3 }),
  schemaDiffers: sentence('health.schema_differs', { count: 3 }),
  ledgerAway: sentence('health.ledger_away'),
  satelliteAway: sentence('health.satellite_away'),
  filesDamaged: sentence('health.files_damaged', { count: 2, file: 'Hansen_GFC-2025-v1.13_lossyear_00N_140E.tif' }),
  queueUnreadable: sentence('health.queue_unreadable'),
  eventsRefused: sentence('health.events_refused'),
  eventsWait: sentence('health.events_wait'),
  jobsUncounted: sentence('health.jobs_uncounted'),
  jobsGivenUp: sentence('health.jobs_given_up'),
  retentionRefused: sentence('health.retention_refused'),
  jobsWait: sentence('health.jobs_wait'),
  sealsBroken: sentence('health.seals_broken'),
  auditFoundFaults: sentence('health.walk_found_faults'),
  auditLate: sentence('health.walk_late'),
  walkPutBack: sentence('health.walk_put_back'),
  auditIncomplete: sentence('health.walk_incomplete'),
};

/** Why a server does not sign a head that another organisation's asks it to sign. */
export const COUNTERSIGNING = {
  unsigned: sentence('countersigning.unsigned'),
  ahead: sentence('countersigning.ahead'),
  differs: sentence('countersigning.differs'),
  otherEnd: sentence('countersigning.other_end'),
  alone: sentence('countersigning.alone'),
};

/** What is wrong with a ledger that answers: in plain words, which anyone may read. */
export const LEDGER = {
  anotherLedger: sentence('ledger.another_ledger'),
  headNotSigned: sentence('ledger.head_not_signed'),
  headUnkept: sentence('ledger.head_unkept'),
  witnessesAway: sentence('ledger.witnesses_away', { failing: 1, witnesses: 2 }),
  organisationAway: sentence('ledger.organisation_away', { organisation: 'Manam Assurance' }),
  countersignerAway: sentence('ledger.countersigner_away', { organisation: 'Manam Assurance' }),
  headRefused: sentence('ledger.head_refused', { organisation: 'Manam Assurance', blocks: 95 }),
  endRefused: sentence('ledger.end_refused', { organisation: 'Manam Assurance' }),
  otherEnd: sentence('ledger.other_end', { blocks: 95 }),
  strangeHead: sentence('ledger.strange_head', { organisation: 'Manam Cooperative', blocks: 95 }),
  otherBlocks: sentence('ledger.other_blocks', { blocks: 95 }),
  otherBlock: sentence('ledger.other_block', { block: 95 }),
  blockMissing: sentence('ledger.block_missing', { block: 95 }),
  blocksMissing: sentence('ledger.blocks_missing', { first: 95, last: 99 }),
  blockNotLinked: sentence('ledger.block_not_linked', { block: 95 }),
  blockNotSigned: sentence('ledger.block_not_signed', { block: 95 }),
  treeChanged: sentence('ledger.tree_changed'),
};

/** The proof of a lot, checked by the reader's own browser. */
export const proof = {
  'prove.title': 'Checked by your own browser',
  'prove.checking': 'Checking the proof...',
  'prove.sample': 'Sample data',
  'prove.sampleText':
    'The satellite result of this lot rests on sample data. It is recorded as it stands, and says nothing of a real place.',
  'prove.limits':
    'This shows that the record was not changed since it was made, not that it was true when it was made; nor can it show that nothing was added later.',
  'prove.trust':
    'It starts from the organizations’ root fingerprints, as this site names them. Compare them with those you got from elsewhere.',
  'prove.download': 'Download the proof file',
  'prove.underHead':
    'This browser remembers the ledger as it was with {blocks} blocks, and the newest event stands in it.',
  'prove.notUnderHead':
    'This browser remembers the ledger as it was with {blocks} blocks, and the newest event does not stand in it: this file is of another history.',

  'prove.all': 'Proven: the fields and the journey are what was recorded',
  'prove.site': 'Told by this site, not part of the proof: {values}',
  'prove.site.country': 'country',
  'prove.site.sample': 'whether satellite data is sample data',
  'prove.site.dataset': 'dataset of the satellite check',
  'prove.site.area': 'area that was checked',
  'prove.site.decision': 'who decided on the status, when, and why it is open',
  'prove.site.updated': 'time of the last change',
  'prove.site.record': 'numbers of blocks and transactions',
  'prove.site.comparison': 'this site’s own comparison with the ledger',
  'prove.failed': 'Not proven',
  'prove.open': 'Not proven in full',
  'prove.openText': 'Nothing wrong was found, but not every step could be made.',
  'prove.placeOpen': 'Its place among all other entries was not checked.',
  'prove.checkPlace': 'Check the place too',
  'prove.checkPlaceWhat': 'Downloads the whole blocks, which hold hashes of other lots',
  'prove.noFile': 'The proof file could not be loaded',
  'prove.noRecord': 'Nothing of this lot stands on the ledger yet, so there is nothing to check.',
  'prove.unreached': 'Check your connection, then press Re-verify.',
  'prove.noCrypto':
    'This browser cannot compute the hashes and signatures. Open the page by https, in another browser.',

  'prove.state.waiting': 'Waiting',
  'prove.state.proven': 'Proven',
  'prove.state.failed': 'Failed',
  'prove.state.not_checked': 'Not checked',

  'prove.file': 'The proof file can be read',
  'prove.fileDone': 'Version {version}, {events, plural, one {# event} other {# events}}',
  'prove.roots': 'The signers are the known organizations',
  'prove.rootsDone': '{organisations}',
  'prove.events': 'Each event is unchanged',
  'prove.eventsDone': '{events, plural, one {# hash} other {# hashes}} computed from the contents',
  'prove.chain': 'No event is missing in between',
  'prove.chainDone':
    '{links, plural, =0 {The one event is the first} one {# link from event to event} other {# links from event to event}}',
  'prove.path': 'Each event stands in its block',
  'prove.pathWholeDone':
    '{blocks, plural, one {# whole block} other {# whole blocks}} of {hashes, plural, one {# transaction} other {# transactions}} computed anew, {events, plural, one {# event} other {# events}} found in place',
  'prove.pathDone':
    '{events, plural, one {# path} other {# paths}} into {blocks, plural, one {# block} other {# blocks}}',
  'prove.headers': 'The blocks are those that were signed',
  'prove.headersDone': '{blocks, plural, one {Block {first}} other {# blocks, from {first} to {last}}}',
  'prove.signatures': 'Every organization signed',
  'prove.signaturesDone': '{signatures, plural, one {# signature} other {# signatures}} of {organisations}',
  'prove.fields': 'The fields and the journey are what was recorded',
  'prove.fieldsDone':
    '{compared, plural, one {# value} other {# values}} compared, {opened, plural, one {# personal value} other {# personal values}} opened',

  'prove.fileMeans':
    'The file holds this lot’s events and what is needed to check them, and nothing readable of any other lot.',
  'prove.rootsMeans':
    'Each organization’s certificate is signed by its root. The roots are held to fingerprints that do not come from the file.',
  'prove.eventsMeans':
    'A hash is a short sum of a text: change one letter and it is another one. This is the newest event’s:',
  'prove.chainMeans':
    'Each event names the hash of the one before it, from the first on, and keeps the ledger’s rules.',
  'prove.pathMeans':
    'Each block is named by one hash. A path of hashes leads to it from each event, or it is computed from the whole block.',
  'prove.headersMeans':
    'A header ties a block to the one before it. At least one organization’s signature fits each header.',
  'prove.signaturesMeans': 'Each event and each header carries a valid signature of every organization.',
  'prove.fieldsMeans':
    'The events give the lot’s fields and the stages of its journey as they are shown here; country, dataset and other values told by this site are not in the events. Of personal values the ledger holds a salted hash; the file opens those that are shown here.',
  'prove.fingerprint': 'Root of {organisation}',
  'prove.fingerprintCopy': 'root fingerprint of {organisation}',

  'prove.why.rests': 'Not checked, because a step before it failed.',
  'prove.why.form': 'This is no proof file: {where} is not as it must be.',
  'prove.why.no_roots':
    'The organizations’ root fingerprints could not be loaded, so nothing says whose signatures these are.',
  'prove.why.certificate': 'The certificates of {organisation} do not fit together.',
  'prove.why.organisation_twice': '{organisation} is named twice.',
  'prove.why.other_roots': 'The file was signed by others: its roots are not the ones that are trusted.',
  'prove.why.content_unreadable': 'Event {event} cannot be read.',
  'prove.why.transaction_unreadable': 'The transaction of event {event} cannot be read.',
  'prove.why.content_differs': 'Event {event} was changed: its hash is not the one that was signed.',
  'prove.why.another_event': 'Event {event} is of another lot, or in the place of another event.',
  'prove.why.unknown_version':
    'This proof file has version {version}, which this page does not know. Load the page again.',
  'prove.why.unknown_content':
    'Event {event} has content version {version}, which this page does not know. Load the page again.',
  'prove.why.unknown_rules': 'Event {event} was judged by rules that this page does not know. Load the page again.',
  'prove.why.chain_broken':
    'Event {event} does not follow the one before it: an event is missing, or stands in another place.',
  'prove.why.path_differs': 'Event {event} does not stand in block {block}: its path leads to another hash.',
  'prove.why.header_differs': 'The header of block {block} was changed: no organization’s signature fits it.',
  'prove.why.headers_unlinked': 'Block {block} does not follow the block before it.',
  'prove.why.signature_missing':
    'The signature of {organisation} is missing on {on, select, event {event} other {block}} {number}.',
  'prove.why.signature_twice': '{organisation} signed {on, select, event {event} other {block}} {number} twice.',
  'prove.why.signature_invalid':
    'The signature of {organisation} on {on, select, event {event} other {block}} {number} is not valid.',
  'prove.why.signature_stranger':
    '{on, select, event {Event} other {Block}} {number} is signed by {organisation}, which is not one of the organizations.',
  'prove.why.transaction_id': 'The transaction of event {event} does not have the number that belongs to it.',
  'prove.why.expired': 'The certificate of {organisation} was not valid when event {event} was recorded.',
  'prove.why.opened_differs': 'The {field} in the file is not the one that event {event} recorded.',
  'prove.why.whole_blocks':
    'The file does not hold the whole blocks, which alone show the place among all other entries.',
  'prove.why.ordering_root':
    'Who put the entries in order is vouched for by {organisation}, whose certificate is not among those that this page trusts.',
  'prove.why.not_opened': 'The page shows the {field}, but the file does not prove it.',
  'prove.why.shown_differs': 'What is shown is not what was recorded.',
  'prove.why.waiting': 'A change of this lot is not in the proof yet. Load the page anew in a minute and check again.',
  'field.journey': 'journey',
  'prove.shown': 'Shown: {value}',
  'prove.recorded': 'Recorded: {value}',
} as const;

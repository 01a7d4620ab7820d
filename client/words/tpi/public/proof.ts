import type { proof as english } from '../../en/public/proof.ts';
import type { Translation } from '../../messages.ts';

/** The proof of a lot, checked by the reader's own browser. */
export const proof = {
  'prove.title': 'Brausa bilong yu yet i sekim',
  'prove.checking': 'Mi sekim pruf...',
  'prove.sample': 'Data bilong traim',
  'prove.sampleText':
    'Bekim bilong satelait long dispela lot i kam long data bilong traim. Em i stap long rekod olsem, na em i no tok long wanpela ples tru.',
  'prove.limits':
    'Dispela i soim olsem ol i no senisim rekod bihain long ol i raitim. Em i no soim olsem rekod i tru taim ol i raitim, na em i no soim olsem i no gat samting ol i putim moa bihain.',
  'prove.trust':
    'Em i stat long ol as mak bilong ol ogenaisesen, olsem dispela sait i kolim. Skelim ol wantaim ol mak yu kisim long narapela hap.',
  'prove.download': 'Kisim fail bilong pruf',
  'prove.underHead':
    'Dispela brausa i no lusim tingting long buk taim i gat {blocks} blok, na laspela samting i kamap i stap long en.',
  'prove.notUnderHead':
    'Dispela brausa i no lusim tingting long buk taim i gat {blocks} blok, na laspela samting i kamap i no stap long en: dispela fail i bilong narapela stori.',
  'prove.all': 'Em i tru: ol tok bilong lot na rot bilong en em ol i bin raitim',
  'prove.site': 'Dispela sait i tokim, i no insait long pruf: {values}',
  'prove.site.country': 'kantri',
  'prove.site.sample': 'data bilong satelait i trupela o bilong traim',
  'prove.site.dataset': 'dataset bilong satelait',
  'prove.site.area': 'hamas graun ol i lukim',
  'prove.site.decision': 'husat i tok long stetus, wanem de, na bilong wanem i no pinis',
  'prove.site.updated': 'taim bilong las senis',
  'prove.site.record': 'namba bilong ol blok na transaksen',
  'prove.site.comparison': 'skelim wantaim buk, dispela sait yet i mekim',
  'prove.failed': 'I no gat pruf',
  'prove.open': 'Pruf i no pulap',
  'prove.openText': 'I no gat rong, tasol mipela i no inap mekim olgeta step.',
  'prove.placeOpen': 'Yumi no bin sekim ples bilong en namel long olgeta narapela rekod.',
  'prove.checkPlace': 'Sekim ples tu',
  'prove.checkPlaceWhat': 'I daunlodim ol blok i stap ful; ol i holim hes bilong ol narapela lot',
  'prove.noFile': 'Mipela i no inap kisim fail bilong pruf',
  'prove.noRecord': 'I no gat rekod bilong dispela lot long buk yet, olsem na i no gat samting bilong sekim.',
  'prove.unreached': 'Sekim koneksen bilong yu, na bihain presim Sekim gen.',
  'prove.noCrypto': 'Dispela brausa i no inap kaunim ol hash na sain. Opim pes long https, long narapela brausa.',
  'prove.state.waiting': 'Wet yet',
  'prove.state.proven': 'Em i tru',
  'prove.state.failed': 'I no stret',
  'prove.state.not_checked': 'No sekim yet',
  'prove.file': 'Yumi inap ritim fail bilong pruf',
  'prove.fileDone': 'Vesen {version}, {events, plural, other {# samting i kamap}}',
  'prove.roots': 'Ol ogenaisesen i sainim em yumi save long ol',
  'prove.rootsDone': '{organisations}',
  'prove.events': 'Ol i no senisim wanpela samting i kamap',
  'prove.eventsDone': '{events, plural, other {# hash}} mipela i kaunim long ol tok insait',
  'prove.chain': 'I no gat wanpela i sot namel',
  'prove.chainDone':
    '{links, plural, =0 {I gat wanpela tasol na em i namba wan} other {# join namel long ol samting i kamap}}',
  'prove.path': 'Wan wan i stap insait long blok bilong em',
  'prove.pathWholeDone':
    '{blocks, plural, other {# blok olgeta}} wantaim {hashes, plural, other {# transaksen}} i skelim gen, {events, plural, other {# samting}} i stap long ples bilong ol',
  'prove.pathDone': '{events, plural, other {# rot}} i go long {blocks, plural, other {# blok}}',
  'prove.headers': 'Ol blok em ol i bin sainim',
  'prove.headersDone': '{blocks, plural, one {Blok {first}} other {# blok, {first} i go inap {last}}}',
  'prove.signatures': 'Olgeta ogenaisesen i sainim pinis',
  'prove.signaturesDone': '{signatures, plural, other {# sain}} bilong {organisations}',
  'prove.fields': 'Ol tok na rot em ol i bin raitim',
  'prove.fieldsDone': 'Skelim {compared, plural, other {# hap}}, opim {opened, plural, other {# tok bilong man}}',
  'prove.fileMeans':
    'Fail i holim ol samting i kamap long dispela lot na samting bilong sekim ol, na i no gat tok bilong narapela lot.',
  'prove.rootsMeans':
    'As bilong wan wan ogenaisesen i sainim setifiket bilong em. Mipela i skelim ol as wantaim ol mak i no kam long fail.',
  'prove.eventsMeans':
    'Hash em sotpela namba bilong wanpela tok: sapos yu senisim wanpela leta, em i narapela. Hia em hash bilong laspela samting i kamap:',
  'prove.chainMeans':
    'Wan wan i kolim hash bilong narapela i go pas, stat long namba wan, na em i bihainim lo bilong buk.',
  'prove.pathMeans':
    'Wanpela hash i givim nem long wan wan blok. Rot bilong ol hash i go long en long wan wan samting i kamap, o yumi skelim long blok olgeta.',
  'prove.headersMeans':
    'Het bilong blok i joinim em long blok i go pas. Sain bilong wanpela ogenaisesen o moa i stret long wan wan het.',
  'prove.signaturesMeans': 'Wan wan samting i kamap na wan wan het i gat stretpela sain bilong olgeta ogenaisesen.',
  'prove.fieldsMeans':
    'Ol samting i kamap i soim ol tok bilong lot na ol step bilong rot olsem yu lukim hia; kantri, dataset na ol arapela tok bilong dispela sait i no stap insait. Long tok bilong man, buk i holim hash wantaim hait namba; fail i opim ol tok yu lukim hia.',
  'prove.fingerprint': 'As bilong {organisation}',
  'prove.fingerprintCopy': 'as mak bilong {organisation}',
  'prove.why.rests': 'No sekim, long wanem wanpela step i go pas i no stret.',
  'prove.why.form': 'Dispela i no fail bilong pruf: {where} i no stret.',
  'prove.why.no_roots':
    'Mipela i no inap kisim ol as mak bilong ol ogenaisesen, olsem na yumi no save ol sain i bilong husat.',
  'prove.why.certificate': 'Ol setifiket bilong {organisation} i no go wantaim.',
  'prove.why.organisation_twice': '{organisation} i stap tupela taim.',
  'prove.why.other_roots': 'Narapela lain i sainim fail: ol as bilong em i no ol as yumi bilip long en.',
  'prove.why.content_unreadable': 'Yumi no inap ritim namba {event} samting i kamap.',
  'prove.why.transaction_unreadable': 'Yumi no inap ritim transaksen bilong namba {event} samting i kamap.',
  'prove.why.content_differs': 'Ol i senisim namba {event} samting i kamap: hash bilong em i no hash ol i bin sainim.',
  'prove.why.another_event':
    'Namba {event} samting i kamap em i bilong narapela lot, o em i stap long ples bilong narapela.',
  'prove.why.unknown_version':
    'Dispela fail bilong pruf i gat vesen {version}, na dispela pes i no save long en. Opim pes gen.',
  'prove.why.unknown_content':
    'Namba {event} samting i kamap i gat vesen {version}, na dispela pes i no save long en. Opim pes gen.',
  'prove.why.unknown_rules':
    'Ol i skelim namba {event} samting i kamap long lo dispela pes i no save long en. Opim pes gen.',
  'prove.why.chain_broken':
    'Namba {event} samting i kamap i no bihainim narapela i go pas: wanpela i lus, o em i stap long narapela ples.',
  'prove.why.path_differs':
    'Namba {event} samting i kamap i no stap long blok {block}: rot bilong em i go long narapela hash.',
  'prove.why.header_differs':
    'Ol i senisim het bilong blok {block}: i no gat sain bilong wanpela ogenaisesen i stret long en.',
  'prove.why.headers_unlinked': 'Blok {block} i no bihainim blok i go pas.',
  'prove.why.signature_missing':
    'Sain bilong {organisation} i no stap long {on, select, event {samting i kamap} other {blok}} namba {number}.',
  'prove.why.signature_twice':
    '{organisation} i sainim {on, select, event {samting i kamap} other {blok}} namba {number} tupela taim.',
  'prove.why.signature_invalid':
    'Sain bilong {organisation} long {on, select, event {samting i kamap} other {blok}} namba {number} i no stret.',
  'prove.why.signature_stranger':
    '{organisation} i sainim {on, select, event {samting i kamap} other {blok}} namba {number}, tasol em i no wanpela bilong ol ogenaisesen.',
  'prove.why.transaction_id': 'Transaksen bilong namba {event} samting i kamap i no gat namba bilong em yet.',
  'prove.why.expired': 'Setifiket bilong {organisation} i no stret taim ol i raitim namba {event} samting i kamap.',
  'prove.why.opened_differs':
    'Dispela hap long fail i no wankain olsem namba {event} samting i kamap i raitim: {field}.',
  'prove.why.whole_blocks':
    'Fail i no gat olgeta blok i stap ful; dispela tasol i soim ples namel long olgeta narapela rekod.',
  'prove.why.ordering_root':
    '{organisation} i putim ol rekod long lain, tasol setifiket bilong em i no stap namel long ol setifiket dispela pes i bilipim.',
  'prove.why.not_opened': 'Pes i soim dispela hap, tasol fail i no gat pruf bilong en: {field}.',
  'prove.why.shown_differs': 'Samting yu lukim i no samting ol i bin raitim.',
  'prove.why.waiting':
    'Wanpela senis bilong dispela lot i no stap long pruf yet. Opim pes gen bihain long wan minit na sekim gen.',
  'field.journey': 'rot bilong lot',
  'prove.shown': 'Long hia: {value}',
  'prove.recorded': 'Long buk: {value}',
} as const satisfies Translation<typeof english>;

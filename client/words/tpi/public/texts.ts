import type { texts as english } from '../../en/public/texts.ts';
import type { Translation } from '../../messages.ts';

/** The pages of plain text: /privacy, /terms and /support. */
export const texts = {
  'privacy.title': 'Praivesi',
  'privacy.lead':
    'Yu ken sekim kakao na yu no mas login o givim nem bilong yu. Long ol fama na ol wokman, mipela i holim tok rekod bilong lot i mas gat, na i no moa.',
  'privacy.search': 'Taim yu sekim kakao',
  'privacy.searchKept':
    'Mipela i no holim wan wan painim. Mipela i kaunim ol painim long wan wan de, na holim 400 de tasol:',
  'privacy.searchLot': 'namba bilong lot yu painim, sapos em i stap o nogat, na bekim i kisim hamas taim',
  'privacy.searchVisit':
    'hamas man i kam: brausa bilong yu i wokim wanpela namba nating i save lus taim yu pasim pes; mipela i holim hash bilong en i gat ki, inap long pinis bilong neks de',
  'privacy.searchBrowser':
    'kain brausa, tok ples na taim bilong em, na sait yu kam long en i go wantaim painim, na mipela i tromoi na i no ritim',
  'privacy.searchWhy':
    'Em i soim mipela ol man i painim wanem lot na painim i bagarap we. Mipela i no holim nem bilong yu, ples yu stap long en o adres bilong network bilong yu. Mipela i no kaunim brausa i askim long noken bihainim em (Do Not Track, Global Privacy Control). Faivpela laspela painim bilong yu i stap long brausa bilong yu yet; klinim data bilong dispela sait sapos yu laik rausim.',
  'privacy.searchHead':
    'Brausa bilong yu i holim tu wanpela mak bilong buk bilong rekod olgeta, na narapela taim em i askim long pruf olsem buk i gro tasol. Olgeta man i lukluk insait long wankain aua i holim wankain mak: em i soim wanpela man i lukluk long wanem aua, na em i no soim husat. Sapos yu klinim data bilong sait, em tu i lus.',
  'privacy.searchCopies':
    'Bai yu ken ritim taim i no gat koneksen, brausa bilong yu i holim ol pes bilong las 20 lot yu opim, inap 30 de na bilong em yet tasol; sapos ol i rausim wanpela lot, pes bilong en i lus taim brausa i harim. Sapos yu klinim data bilong sait, ol pes tu i lus.',
  'privacy.errors':
    'Taim pes i bagarap, brausa bilong yu i tokim mipela long rong na pes, tasol i no givim adres bilong network o nem bilong yu. Mipela i holim ol dispela ripot 30 de.',
  'privacy.contact': 'Taim yu askim bilong lukim',
  'privacy.contactKept':
    'Husat i lukautim dispela sait i makim sapos ol i holim ol askim o nogat. Sapos ol i holim, nem, imel adres, kampani na tok bilong yu i stap wanpela yia tasol, bilong bekim yu, na ol bosman tasol i ritim. Sapos nogat, samting yu raitim i no lusim brausa bilong yu.',
  'privacy.farmers': 'Long ol fama',
  'privacy.farmersKept':
    'Mipela i holim nem bilong fama, fam, ples kakao i gro long en, na rekod bilong wan wan lot. Lo bilong Yurop long kago i no bagarapim bus i askim long ples na pruf bilong sekim.',
  'privacy.farmersShown':
    'Olgeta manmeri i lukim nem bilong fama, fam na ples, klostu long 1\u00a0km. Fama i ken haitim nem bilong em: orait mipela i no soim nem na fam, na ples i stap klostu long 11\u00a0km.',
  'privacy.staff': 'Long ol wokman',
  'privacy.staffKept':
    'Mipela i holim nem, nem bilong login, imel adres na wok bilong wan wan akaun, ol login bilong em wantaim kain brausa na sistem, na husat i senisim wanem rekod long wanem taim. Mipela i holim paswod olsem hash tasol; yu no inap ritim paswod long en.',
  'privacy.staffDevice':
    'Long mobail o kompyuta bilong ol wokman, ol fom bilong lot i holim samting ol i raitim inap ol i salim, tromoi, o em i winim sevenpela de, o inap man bilong em i logaut; narapela man i no ritim.',
  'privacy.time': 'Hamas taim',
  'privacy.timeKept':
    'Mipela i rausim nem, akaun, ol tok na ol askim bilong lukim taim man i askim. Fam, ples na pruf bilong sekim i stap inap 5-pela yia bihain long laspela samting i kamap long lot, olsem Atikol 9 bilong Lo bilong EU 2023/1115 i askim, na bihain mipela i rausim.',
  'privacy.ledger': 'Wanem samting i stap long buk bilong rekod',
  'privacy.ledgerHeld':
    'Nem, fam na ples i no stap long buk bilong rekod. Senis bilong ol em ol namba mipela i kaunim long tok na long wanpela hait namba. Taim mipela i rausim tok bilong wanpela man, tok na hait namba i lus, na namba long buk i no soim wanpela samting moa.',
  'privacy.rights': 'Ol rait bilong yu',
  'privacy.rightsText':
    'Yu ken lukim, stretim, kisim o rausim tok mipela i holim long yu, olsem bikpela lo bilong Yurop long lukautim data (GDPR) i tok. Husat i gat akaun i ken kisim olgeta long wanpela fail, o rausim, long akaun bilong em yet. Ol narapela i mas askim koperetiv i bin putim nem bilong lot bilong ol; em i lukautim ol data. Yu ken kotim tu long lain bilong gavman i lukautim praivesi.',
  'terms.title': 'Ol lo',
  'terms.lead': 'Sekim kakao i fri na yu no mas gat akaun. Hia em mak bilong ol samting rekod i tokim yu.',
  'terms.record': 'Rekod i tok wanem',
  'terms.recordText':
    'Wan wan lot i soim samting koperetiv i bin raitim, na samting satelait i painim long dispela ples. Satelait i sekim ol diwai i lus bihain long Disemba 31, 2020, inap long mak bilong data; em i kolim de bilong sekim. Bekim i gat mak data bilong traim em bilong soim tasol na i no tok long wanpela ples tru.',
  'terms.ledger': 'Buk bilong rekod i soim wanem',
  'terms.ledgerText':
    'Buk bilong rekod i soim olsem ol i no senisim rekod bihain long ol i raitim. Em i no soim olsem tok ol i raitim em i tru. Sapos wanpela lain tasol i lukautim buk, pes bilong rekod i tokaut.',
  'terms.limits': 'Em i no wanem samting',
  'terms.limitsText':
    'Rekod i no setifiket bilong gutpela kaikai na i no tok bilong loya. Ol bisnis yet i mas sekim gut ol samting bilong ol olsem Lo bilong EU 2023/1115 i tok.',
  'terms.use': 'Yusim gut',
  'terms.useText':
    'I gat mak long hamas askim i ken kam long wanpela adres bilong network, olsem na olgeta i ken yusim sevis. Ol patna i laikim moa i ken askim koperetiv long wanpela ki.',
  'terms.accounts': 'Ol akaun bilong wokman',
  'terms.accountsText':
    'Akaun em bilong yu wan tasol. Raitim samting yu save long en, stretim samting i rong, na tokim bosman bilong yu sapos narapela man ating i save long paswod bilong yu.',
  'support.title': 'Halivim',
  'support.lead': 'Planti askim em long painim namba bilong lot, o long lot i no stap.',
  'support.where': 'Namba bilong lot i stap we?',
  'support.whereText':
    'Long lebel, klostu long QR kod. Em i stat long LOT, olsem LOT701. Sapos yu skenim QR kod, lot i op stret; yu ken <link>raitim namba</link> tu.',
  'support.notFound': 'Lot bilong mi i no stap',
  'support.notFoundLetters': 'Sekim ol leta na namba i luk wankain, olsem O na 0.',
  'support.notFoundSpaces': 'No ken larim spes. Bikpela na liklik leta i wankain.',
  'support.notFoundWithdrawn': 'Ating koperetiv i bin rausim lot. Askim long stua yu baim samting long en.',
  'support.pending': 'Wet yet em i wanem samting?',
  'support.pendingText':
    'Ol i raitim wanpela samting na em i wet yet long go long buk bilong rekod. Planti taim em i kisim liklik long wan minit. Sapos buk i no op, em i traim gen inap em i orait.',
  'support.differs': 'Pes i tok rekod i no wankain',
  'support.differsText':
    'Samting yumi soim long dispela lot i no wankain olsem ol i bin raitim. Pes i kolim ol hap. Tokim koperetiv long namba bilong lot na samting yu lukim.',
  'support.old': 'Sekim bilong satelait i olpela',
  'support.oldText':
    'Sapos sekim i winim 30 de, pes i tokaut na soim long yelo kala. Samting em i painim i no senis; tasol bihain ol i no sekim gen.',
  'support.contact': 'Toktok wantaim mipela',
  'support.contactText':
    'Koperetiv i gat nem long paket, o stua i salim, inap toktok wantaim ol man i bin putim nem bilong lot. Wokman i no inap login i mas askim bosman bilong em. Ol bisnis i laik wok wantaim Manam-Trace i ken <link>askim bilong lukim</link>.',
} as const satisfies Translation<typeof english>;

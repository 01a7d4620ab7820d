import type { proof as english } from '../../en/public/proof.ts';
import type { Translation } from '../../messages.ts';

/** The proof of a lot, checked by the reader's own browser. */
export const proof = {
  'prove.title': 'Vérifié par votre propre navigateur',
  'prove.checking': 'Vérification de la preuve...',
  'prove.sample': 'Données d’exemple',
  'prove.sampleText':
    'Le résultat satellite de ce lot repose sur des données d’exemple. Il est enregistré tel quel, et ne dit rien d’un lieu réel.',
  'prove.limits':
    'Cela montre que l’enregistrement n’a pas été modifié depuis qu’il a été fait, non qu’il était vrai quand il a été fait ; cela ne montre pas non plus que rien n’a été ajouté depuis.',
  'prove.trust':
    'La vérification part des empreintes racines des organisations, telles que ce site les donne. Comparez-les avec celles que vous avez reçues par ailleurs.',
  'prove.download': 'Télécharger le fichier de preuve',
  'prove.underHead':
    'Ce navigateur se souvient du registre tel qu’il était avec {blocks} blocs, et l’événement le plus récent y figure.',
  'prove.notUnderHead':
    'Ce navigateur se souvient du registre tel qu’il était avec {blocks} blocs, et l’événement le plus récent n’y figure pas : ce fichier est d’une autre histoire.',
  'prove.all': 'Prouvé : les données du lot et son parcours sont ce qui a été enregistré',
  'prove.site': 'Indiqué par ce site, hors de la preuve : {values}',
  'prove.site.country': 'pays',
  'prove.site.sample': 'données satellites réelles ou d’exemple',
  'prove.site.dataset': 'jeu de données du contrôle par satellite',
  'prove.site.area': 'surface contrôlée',
  'prove.site.decision': 'qui a décidé du statut, quand, et pourquoi il est ouvert',
  'prove.site.updated': 'heure de la dernière modification',
  'prove.site.record': 'numéros de blocs et de transactions',
  'prove.site.comparison': 'comparaison avec le registre faite par ce site',
  'prove.failed': 'Non prouvé',
  'prove.open': 'Pas entièrement prouvé',
  'prove.openText': 'Rien d’anormal n’a été trouvé, mais toutes les étapes n’ont pas pu être faites.',
  'prove.placeOpen': 'Sa place parmi toutes les autres entrées n’a pas été vérifiée.',
  'prove.checkPlace': 'Vérifier aussi la place',
  'prove.checkPlaceWhat': 'Télécharge les blocs entiers, qui contiennent des empreintes d’autres lots',
  'prove.noFile': 'Le fichier de preuve n’a pas pu être chargé',
  'prove.noRecord': 'Rien de ce lot ne figure encore au registre, il n’y a donc rien à vérifier.',
  'prove.unreached': 'Vérifiez votre connexion, puis appuyez sur Vérifier de nouveau.',
  'prove.noCrypto':
    'Ce navigateur ne peut pas calculer les empreintes et les signatures. Ouvrez la page par https, dans un autre navigateur.',
  'prove.state.waiting': 'En attente',
  'prove.state.proven': 'Prouvé',
  'prove.state.failed': 'Échec',
  'prove.state.not_checked': 'Non contrôlé',
  'prove.file': 'Le fichier de preuve est lisible',
  'prove.fileDone': 'Version {version}, {events, plural, one {# événement} other {# événements}}',
  'prove.roots': 'Les signataires sont les organisations connues',
  'prove.rootsDone': '{organisations}',
  'prove.events': 'Chaque événement est inchangé',
  'prove.eventsDone':
    '{events, plural, one {# empreinte calculée} other {# empreintes calculées}} à partir des contenus',
  'prove.chain': 'Aucun événement ne manque entre deux autres',
  'prove.chainDone':
    '{links, plural, =0 {L’unique événement est le premier} one {# lien d’un événement à l’autre} other {# liens d’un événement à l’autre}}',
  'prove.path': 'Chaque événement figure dans son bloc',
  'prove.pathWholeDone':
    '{blocks, plural, one {# bloc entier} other {# blocs entiers}} de {hashes, plural, one {# transaction} other {# transactions}} recalculés, {events, plural, one {# événement} other {# événements}} à leur place',
  'prove.pathDone':
    '{events, plural, one {# chemin} other {# chemins}} vers {blocks, plural, one {# bloc} other {# blocs}}',
  'prove.headers': 'Les blocs sont ceux qui ont été signés',
  'prove.headersDone': '{blocks, plural, one {Bloc {first}} other {# blocs, de {first} à {last}}}',
  'prove.signatures': 'Chaque organisation a signé',
  'prove.signaturesDone': '{signatures, plural, one {# signature} other {# signatures}} de {organisations}',
  'prove.fields': 'Les données et le parcours sont ce qui a été enregistré',
  'prove.fieldsDone':
    '{compared, plural, one {# valeur comparée} other {# valeurs comparées}}, {opened, plural, one {# valeur personnelle ouverte} other {# valeurs personnelles ouvertes}}',
  'prove.fileMeans':
    'Le fichier contient les événements de ce lot et ce qu’il faut pour les vérifier, et rien de lisible d’un autre lot.',
  'prove.rootsMeans':
    'Le certificat de chaque organisation est signé par sa racine. Les racines sont comparées à des empreintes qui ne viennent pas du fichier.',
  'prove.eventsMeans':
    'Une empreinte est une courte somme d’un texte : changez une lettre et c’en est une autre. Voici celle de l’événement le plus récent :',
  'prove.chainMeans':
    'Chaque événement nomme l’empreinte de celui qui le précède, depuis le premier, et respecte les règles du registre.',
  'prove.pathMeans':
    'Chaque bloc est nommé par une seule empreinte. Un chemin d’empreintes y mène depuis chaque événement, ou elle est calculée sur le bloc entier.',
  'prove.headersMeans':
    'Un en-tête lie un bloc à celui qui le précède. La signature d’au moins une organisation convient à chaque en-tête.',
  'prove.signaturesMeans': 'Chaque événement et chaque en-tête porte une signature valide de chaque organisation.',
  'prove.fieldsMeans':
    'Les événements donnent les données du lot et les étapes de son parcours telles qu’elles sont affichées ici ; le pays, le jeu de données et les autres valeurs indiquées par ce site n’y sont pas. Des valeurs personnelles, le registre garde une empreinte salée ; le fichier ouvre celles qui sont affichées ici.',
  'prove.fingerprint': 'Racine de {organisation}',
  'prove.fingerprintCopy': 'empreinte racine de {organisation}',
  'prove.why.rests': 'Non contrôlé, car une étape précédente a échoué.',
  'prove.why.form': 'Ce n’est pas un fichier de preuve : {where} n’est pas comme il faut.',
  'prove.why.no_roots':
    'Les empreintes racines des organisations n’ont pas pu être obtenues, rien ne dit donc de qui sont ces signatures.',
  'prove.why.certificate': 'Les certificats de {organisation} ne vont pas ensemble.',
  'prove.why.organisation_twice': '{organisation} est nommée deux fois.',
  'prove.why.other_roots':
    'Le fichier a été signé par d’autres : ses racines ne sont pas celles en qui l’on a confiance.',
  'prove.why.content_unreadable': 'L’événement {event} est illisible.',
  'prove.why.transaction_unreadable': 'La transaction de l’événement {event} est illisible.',
  'prove.why.content_differs': 'L’événement {event} a été modifié : son empreinte n’est pas celle qui a été signée.',
  'prove.why.another_event': 'L’événement {event} est d’un autre lot, ou à la place d’un autre événement.',
  'prove.why.unknown_version':
    'Ce fichier de preuve est de la version {version}, que cette page ne connaît pas. Rechargez la page.',
  'prove.why.unknown_content':
    'L’événement {event} a un contenu de la version {version}, que cette page ne connaît pas. Rechargez la page.',
  'prove.why.unknown_rules':
    'L’événement {event} a été jugé selon des règles que cette page ne connaît pas. Rechargez la page.',
  'prove.why.chain_broken':
    'L’événement {event} ne suit pas celui qui le précède : un événement manque, ou se trouve à une autre place.',
  'prove.why.path_differs':
    'L’événement {event} ne figure pas dans le bloc {block} : son chemin mène à une autre empreinte.',
  'prove.why.header_differs':
    'L’en-tête du bloc {block} a été modifié : la signature d’aucune organisation ne lui convient.',
  'prove.why.headers_unlinked': 'Le bloc {block} ne suit pas le bloc qui le précède.',
  'prove.why.signature_missing':
    'La signature de {organisation} manque sur {on, select, event {l’événement} other {le bloc}} {number}.',
  'prove.why.signature_twice':
    '{organisation} a signé deux fois {on, select, event {l’événement} other {le bloc}} {number}.',
  'prove.why.signature_invalid':
    'La signature de {organisation} sur {on, select, event {l’événement} other {le bloc}} {number} n’est pas valide.',
  'prove.why.signature_stranger':
    '{on, select, event {L’événement} other {Le bloc}} {number} est signé par {organisation}, qui n’est pas l’une des organisations.',
  'prove.why.transaction_id': 'La transaction de l’événement {event} n’a pas le numéro qui lui revient.',
  'prove.why.expired': 'Le certificat de {organisation} n’était pas valide quand l’événement {event} a été enregistré.',
  'prove.why.opened_differs':
    'Dans le fichier, ce champ n’est pas celui que l’événement {event} a enregistré : {field}.',
  'prove.why.whole_blocks':
    'Le fichier ne contient pas les blocs entiers, qui seuls montrent la place parmi toutes les autres entrées.',
  'prove.why.ordering_root':
    'L’ordre des entrées est attesté par {organisation}, dont le certificat n’est pas parmi ceux auxquels cette page se fie.',
  'prove.why.not_opened': 'La page montre ce champ, mais le fichier ne le prouve pas : {field}.',
  'prove.why.shown_differs': 'Ce qui est affiché n’est pas ce qui a été enregistré.',
  'prove.why.waiting':
    'Une modification de ce lot n’est pas encore dans la preuve. Rechargez la page dans une minute et vérifiez de nouveau.',
  'field.journey': 'parcours',
  'prove.shown': 'Affiché : {value}',
  'prove.recorded': 'Enregistré : {value}',
} as const satisfies Translation<typeof english>;

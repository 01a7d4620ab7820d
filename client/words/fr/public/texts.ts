import type { texts as english } from '../../en/public/texts.ts';
import type { Translation } from '../../messages.ts';

/** The pages of plain text: /privacy, /terms and /support. */
export const texts = {
  'privacy.title': 'Confidentialité',
  'privacy.lead':
    'Vous pouvez vérifier un produit sans compte et sans donner votre nom. Au sujet des producteurs et du personnel, nous gardons ce que la fiche d’un lot exige, et rien de plus.',
  'privacy.search': 'Quand vous vérifiez un produit',
  'privacy.searchKept':
    'Aucune recherche n’est gardée à part. Les recherches sont comptées par jour, pendant 400 jours au plus :',
  'privacy.searchLot': 'le numéro de lot recherché, s’il a été trouvé et le temps qu’a pris la réponse',
  'privacy.searchVisit':
    'le nombre de visites : votre navigateur invente un nombre aléatoire qui disparaît quand vous fermez l’onglet ; nous en gardons une empreinte à clé jusqu’à la fin du jour suivant',
  'privacy.searchBrowser':
    'le type de navigateur, sa langue et son fuseau horaire, et le site d’où vous venez sont envoyés avec une recherche, et supprimés sans être lus',
  'privacy.searchWhy':
    'Cela nous dit quels lots on cherche et où la recherche échoue. Nous ne gardons avec cela ni votre nom, ni votre position, ni votre adresse réseau. Un navigateur qui demande à ne pas être suivi (Do Not Track, Global Privacy Control) n’est pas compté du tout. Vos cinq dernières recherches restent dans votre propre navigateur ; effacez les données du site pour les supprimer.',
  'privacy.searchHead':
    'Votre navigateur garde aussi une empreinte de tout le registre, et demande lors d’une visite suivante la preuve que le registre n’a fait que grandir depuis. Tous ceux qui regardent dans la même heure gardent la même : elle dit à quelle heure quelqu’un a regardé, et rien de qui c’était. Effacer les données du site la supprime aussi.',
  'privacy.searchCopies':
    'Pour que vous puissiez les lire sans connexion, votre navigateur garde, pour lui seul et 30 jours au plus, les pages des 20 derniers lots que vous avez ouverts ; celle d’un lot retiré est supprimée dès que votre navigateur l’apprend. Effacer les données du site les supprime aussi.',
  'privacy.errors':
    'Quand une page rencontre une erreur, votre navigateur signale l’erreur et la page, sans votre adresse réseau et sans dire qui vous êtes. Ces signalements sont gardés 30 jours.',
  'privacy.contact': 'Quand vous demandez une démonstration',
  'privacy.contactKept':
    'Qui exploite ce site choisit si les demandes de démonstration sont gardées. Là où elles le sont, votre nom, votre adresse électronique, votre entreprise et votre message sont gardés un an au plus, afin que l’on puisse vous répondre, et seuls les administrateurs les lisent. Là où elles ne le sont pas, ce que vous avez écrit ne quitte jamais votre navigateur.',
  'privacy.farmers': 'Au sujet des producteurs',
  'privacy.farmersKept':
    'Nous gardons le nom du producteur, l’exploitation, le lieu où le cacao a poussé et ce qui a été enregistré de chaque lot. Le droit européen sur les produits sans déforestation exige le lieu et la preuve de la façon dont il a été contrôlé.',
  'privacy.farmersShown':
    'Le public voit le nom du producteur, l’exploitation et le lieu, arrondi à environ 1\u00a0km. Les producteurs peuvent choisir de rester anonymes : alors ni nom ni exploitation ne sont montrés, et le lieu est arrondi à environ 11\u00a0km.',
  'privacy.staff': 'Au sujet du personnel',
  'privacy.staffKept':
    'Nous gardons le nom, l’identifiant, l’adresse électronique et le rôle de chaque compte, ses sessions avec le genre de navigateur et de système où elles ont commencé, et qui a modifié quelle fiche à quel moment. Les mots de passe ne sont gardés que sous forme d’empreinte, d’où l’on ne peut pas les lire.',
  'privacy.staffDevice':
    'Sur les appareils du personnel, les formulaires de lots gardent ce qui a été saisi jusqu’à ce que ce soit envoyé, abandonné ou vieux de sept jours, ou que la personne se déconnecte ; personne d’autre ne le lit.',
  'privacy.time': 'Combien de temps',
  'privacy.timeKept':
    'Noms, comptes, textes libres et demandes de démonstration sont effacés quand la personne le demande. L’exploitation, le lieu et les preuves des contrôles sont gardés jusqu’à cinq ans après le dernier événement d’un lot, comme le demande l’article 9 du règlement (UE) 2023/1115, puis effacés.',
  'privacy.ledger': 'Ce que contient le registre',
  'privacy.ledgerHeld':
    'Noms, exploitations et lieux ne figurent pas dans le registre. Il contient à leur place des engagements : des nombres calculés à partir de la valeur et d’un sel secret et aléatoire. Effacer une personne supprime la valeur et le sel, et l’engagement ne dit alors plus rien.',
  'privacy.rights': 'Vos droits',
  'privacy.rightsText':
    'Vous pouvez consulter, corriger, récupérer ou faire effacer ce qui est gardé sur vous, conformément au règlement général sur la protection des données. Qui a un compte télécharge le tout en un fichier, ou l’efface, depuis son propre compte. Les autres s’adressent à la coopérative qui a inscrit leurs lots ; elle est responsable des données. Vous pouvez aussi vous plaindre auprès de votre autorité de protection des données.',
  'terms.title': 'Conditions',
  'terms.lead':
    'Vérifier un produit est gratuit et ne demande pas de compte. Voici les limites de ce que dit l’enregistrement.',
  'terms.record': 'Ce que dit l’enregistrement',
  'terms.recordText':
    'Chaque lot montre ce que sa coopérative a enregistré, et ce qu’un contrôle par satellite a trouvé au lieu indiqué. Un contrôle par satellite porte sur la perte d’arbres après le 31 décembre 2020, aussi loin que vont ses données ; il nomme le jour où il a été fait. Les résultats marqués comme données d’exemple servent à la démonstration et ne disent rien d’un lieu réel.',
  'terms.ledger': 'Ce que prouve le registre',
  'terms.ledgerText':
    'Le registre prouve qu’un enregistrement n’a pas été modifié depuis son écriture. Il ne prouve pas que ce qui a été écrit était vrai. Là où un seul opérateur tient le registre, la page de l’enregistrement le dit.',
  'terms.limits': 'Ce qu’il n’est pas',
  'terms.limitsText':
    'L’enregistrement n’est ni un certificat de sécurité sanitaire des aliments ni un conseil juridique. Les entreprises restent responsables de leur propre diligence raisonnée selon le règlement (UE) 2023/1115.',
  'terms.use': 'Usage raisonnable',
  'terms.useText':
    'Les demandes sont limitées pour chaque adresse réseau, afin que le service reste ouvert à tous. Les partenaires qui ont besoin de plus peuvent demander une clé à la coopérative.',
  'terms.accounts': 'Comptes du personnel',
  'terms.accountsText':
    'Les comptes sont personnels. Enregistrez ce que vous savez, corrigez ce qui était faux, et prévenez votre administrateur si quelqu’un d’autre peut connaître votre mot de passe.',
  'support.title': 'Aide',
  'support.lead':
    'La plupart des questions portent sur l’endroit où se trouve le numéro de lot, ou sur un lot introuvable.',
  'support.where': 'Où se trouve le numéro de lot ?',
  'support.whereText':
    'Sur l’étiquette, près du code QR. Il commence par LOT, par exemple LOT701. Scanner le code QR ouvre directement le lot ; vous pouvez aussi <link>taper le numéro</link>.',
  'support.notFound': 'Mon lot est introuvable',
  'support.notFoundLetters': 'Vérifiez les lettres et les chiffres qui se ressemblent, comme O et 0.',
  'support.notFoundSpaces': 'Ne mettez pas d’espaces. Majuscules et minuscules ne font pas de différence.',
  'support.notFoundWithdrawn': 'La coopérative a peut-être retiré le lot. Demandez là où vous avez acheté le produit.',
  'support.pending': 'Que veut dire « En attente » ?',
  'support.pendingText':
    'Quelque chose a été saisi et attend encore d’être inscrit au registre. Cela prend en général moins d’une minute. Quand le registre est hors d’atteinte, l’inscription est tentée de nouveau jusqu’à ce qu’elle réussisse.',
  'support.differs': 'La page dit que l’enregistrement diffère',
  'support.differsText':
    'Ce qui est affiché pour ce lot n’est pas ce qui a été enregistré. La page nomme les champs. Dites à la coopérative le numéro de lot et ce que vous avez vu.',
  'support.old': 'Le contrôle par satellite est ancien',
  'support.oldText':
    'Un contrôle de plus de 30 jours est signalé comme ancien et montré en ambre. Ce qu’il a trouvé n’a pas changé ; aucun contrôle n’a été fait depuis.',
  'support.contact': 'Contact',
  'support.contactText':
    'La coopérative nommée sur l’emballage, ou le magasin qui l’a vendu, peut joindre les personnes qui ont inscrit le lot. Le personnel qui ne peut pas se connecter s’adresse à son administrateur. Les entreprises qui veulent travailler avec Manam-Trace <link>demandent une démonstration</link>.',
} as const satisfies Translation<typeof english>;

/** The pages of plain text: /privacy, /terms and /support. */
export const texts = {
  'privacy.title': 'Privacy',
  'privacy.lead':
    'You can check a product without an account and without giving your name. About farmers and staff we keep what the record of a lot needs, and no more.',
  'privacy.search': 'When you check a product',
  'privacy.searchKept': 'No single search is kept. Searches are counted by day, for 400 days at most:',
  'privacy.searchLot': 'the lot number that was searched, whether it was found and how long the answer took',
  'privacy.searchVisit':
    'the number of visits: your browser makes up a random number that is gone when you close the tab; we keep a keyed hash of it until the end of the next day',
  'privacy.searchBrowser':
    'the kind of browser, its language and time zone, and the site that led here are sent with a search, and dropped unread',
  'privacy.searchWhy':
    'It tells us which lots people look for and where searching fails. We do not keep your name, your location or your network address with it. A browser that asks not to be tracked (Do Not Track, Global Privacy Control) is not counted at all. Your five latest searches stay in your own browser; clear its site data to remove them.',
  'privacy.searchHead':
    'Your browser also keeps a fingerprint of the whole ledger, and asks at a later visit for the proof that the ledger has only grown since. Everybody who looks within the same hour keeps the same one: it tells in which hour somebody looked, and nothing of who it was. Clearing the site data removes it too.',
  'privacy.searchCopies':
    'So that you can read them without connection, your browser keeps the pages of the 20 lots you opened last for 30 days at most, for itself alone; one that was withdrawn is removed as soon as your browser hears of it. Clearing the site data removes them too.',
  'privacy.errors':
    'When a page breaks, your browser reports the fault and the page, without your network address and without who you are. Such reports are kept for 30 days.',
  'privacy.contact': 'When you ask for a demo',
  'privacy.contactKept':
    'Whoever runs this site chooses whether requests for a demo are kept. Where they are, your name, email address, company and message are kept for a year at most, so that you can be answered, and only administrators read them. Where they are not, what you typed never leaves your browser.',
  'privacy.farmers': 'About farmers',
  'privacy.farmersKept':
    'We keep the farmer’s name, the farm, the place where the cacao grew, and what was recorded of each lot. European law on deforestation-free products asks for the place and for proof of how it was checked.',
  'privacy.farmersShown':
    'The public sees the farmer’s name, the farm and the place, rounded to about 1\u00a0km. Farmers may choose to stay anonymous: then no name and no farm is shown, and the place is rounded to about 11\u00a0km.',
  'privacy.staff': 'About staff',
  'privacy.staffKept':
    'We keep the name, username, email address and role of each account, its sessions with the kind of browser and system that they began in, and who changed which record when. Passwords are kept only as a hash from which they cannot be read.',
  'privacy.staffDevice':
    'On the devices of staff, forms about lots keep what was typed until it is sent, discarded or seven days old, or until its owner logs out; nobody else reads it.',
  'privacy.time': 'How long',
  'privacy.timeKept':
    'Names, accounts, free text and requests for a demo are erased when the person asks for it. Farm, place and evidence of checks are kept until five years after the last event of a lot, as Article 9 of Regulation (EU) 2023/1115 asks, and are erased then.',
  'privacy.ledger': 'What the ledger holds',
  'privacy.ledgerHeld':
    'Names, farms and places do not stand on the ledger. In their place it holds commitments: numbers computed from the value and a secret random salt. Erasing a person deletes the value and the salt, and the commitment then tells nothing.',
  'privacy.rights': 'Your rights',
  'privacy.rightsText':
    'You may see, correct, take with you or erase what is kept about you, as the General Data Protection Regulation says. Whoever has an account downloads all of it as one file, or erases it, under their own account. Others ask the cooperative that registered their lots; it is responsible for the data. You may also complain to your data protection authority.',

  'terms.title': 'Terms',
  'terms.lead': 'Checking a product is free and needs no account. These are the limits of what the record says.',
  'terms.record': 'What the record says',
  'terms.recordText':
    'Each lot shows what its cooperative recorded, and what a satellite check found at the place that was given. A satellite check covers tree cover lost after December 31, 2020, as far as its data reaches; it names the day on which it was made. Results marked as sample data are for demonstration and say nothing about a real place.',
  'terms.ledger': 'What the ledger proves',
  'terms.ledgerText':
    'The ledger proves that a record was not changed after it was written. It does not prove that what was written was true. Where one operator runs the ledger, the page of the record says so.',
  'terms.limits': 'What it is not',
  'terms.limitsText':
    'The record is no certificate of food safety and no legal advice. Businesses remain responsible for their own due diligence under Regulation (EU) 2023/1115.',
  'terms.use': 'Fair use',
  'terms.useText':
    'Requests are limited for each network address, so that the service stays available to all. Partners who need more may ask the cooperative for a key.',
  'terms.accounts': 'Staff accounts',
  'terms.accountsText':
    'Accounts are personal. Record what you know, correct what was wrong, and tell your administrator when somebody else may know your password.',

  'support.title': 'Support',
  'support.lead': 'Most questions are about finding the lot number, or about a lot that is not found.',
  'support.where': 'Where is the lot number?',
  'support.whereText':
    'On the label, near the QR code. It starts with LOT, for example LOT701. Scanning the QR code opens the lot directly; you can also <link>type the number in</link>.',
  'support.notFound': 'My lot is not found',
  'support.notFoundLetters': 'Check letters and digits that look alike, such as O and 0.',
  'support.notFoundSpaces': 'Leave out spaces. Capital and small letters make no difference.',
  'support.notFoundWithdrawn': 'The cooperative may have withdrawn the lot. Ask where you bought the product.',
  'support.pending': 'What does Pending mean?',
  'support.pendingText':
    'Something was entered and is still waiting to be recorded on the ledger. That usually takes less than a minute. When the ledger is out of reach, it is tried again until it succeeds.',
  'support.differs': 'The page says that the record differs',
  'support.differsText':
    'What is shown for this lot is not what was recorded. The page names the fields. Tell the cooperative the lot number and what you saw.',
  'support.old': 'The satellite check is old',
  'support.oldText':
    'A check that is more than 30 days old is marked as old and shown in amber. What it found has not changed. It has not been checked since.',
  'support.contact': 'Contact',
  'support.contactText':
    'The cooperative named on the pack, or the shop that sold it, can reach the people who registered the lot. Staff who cannot sign in ask their administrator. Businesses that want to work with Manam-Trace <link>ask for a demo</link>.',
} as const;

import { TextPage, TextSection } from './TextPage.tsx';

/** What is kept, why and how long, at /privacy (decisions, 'Erasure' and 'What stands on the ledger'). */
export default function PrivacyPage() {
  return (
    <TextPage
      title="Privacy"
      lead="You can check a product without an account and without giving your name. About farmers and staff we keep what the record of a lot needs, and no more."
    >
      <TextSection title="When you check a product">
        <p>For each search we keep:</p>
        <ul>
          <li>the lot number that was searched, whether it was found and how long the answer took</li>
          <li>the kind of browser, its language and time zone, and the page that led here</li>
          <li>a random number that links the searches of one visit, and is gone when you close the tab</li>
        </ul>
        <p>
          It tells us which lots people look for and where the page fails. We do not keep your name, your location or
          your network address with it. Your five latest searches stay in your own browser; clear its site data to
          remove them.
        </p>
        <p>
          Your browser also keeps a fingerprint of the whole ledger, and asks at a later visit for the proof that the
          ledger has only grown since. Everybody who looks within the same hour keeps the same one: it tells in which
          hour somebody looked, and nothing of who it was. Clearing the site data removes it too.
        </p>
      </TextSection>
      <TextSection title="About farmers">
        <p>
          We keep the farmer’s name, the farm, the place where the cacao grew, and what was recorded of each lot.
          European law on deforestation-free products asks for the place and for proof of how it was checked.
        </p>
        <p>
          The public sees the farmer’s name, the farm and the place, rounded to about 1 km. Farmers may choose to stay
          anonymous: then no name and no farm is shown, and the place is rounded to about 11 km.
        </p>
      </TextSection>
      <TextSection title="About staff">
        <p>
          We keep the name, username, email address and role of each account, its sessions, and who changed which record
          when. Passwords are kept only as a hash from which they cannot be read.
        </p>
      </TextSection>
      <TextSection title="How long">
        <p>
          Names, accounts and free text are erased when the person asks for it. Farm, place and evidence of checks are
          kept until five years after the last event of a lot, as Article 9 of Regulation (EU) 2023/1115 asks, and are
          erased then.
        </p>
      </TextSection>
      <TextSection title="What the ledger holds">
        <p>
          Names, farms and places do not stand on the ledger. In their place it holds commitments: numbers computed from
          the value and a secret random salt. Erasing a person deletes the value and the salt, and the commitment then
          tells nothing.
        </p>
      </TextSection>
      <TextSection title="Your rights">
        <p>
          You may see, correct, take with you or erase what is kept about you. Ask the cooperative that registered your
          lots or your account; it is responsible for the data. You may also complain to your data protection authority.
        </p>
      </TextSection>
    </TextPage>
  );
}

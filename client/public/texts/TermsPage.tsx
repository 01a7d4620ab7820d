import { TextPage, TextSection } from './TextPage.tsx';

/** What the record is worth, at /terms. */
export default function TermsPage() {
  return (
    <TextPage
      title="Terms"
      lead="Checking a product is free and needs no account. These are the limits of what the record says."
    >
      <TextSection title="What the record says">
        <p>
          Each lot shows what its cooperative recorded, and what a satellite check found at the place that was given. A
          satellite check covers tree cover lost after December 31, 2020, as far as its data reaches; it names the day
          on which it was made. Results marked as sample data are for demonstration and say nothing about a real place.
        </p>
      </TextSection>
      <TextSection title="What the ledger proves">
        <p>
          The ledger proves that a record was not changed after it was written. It does not prove that what was written
          was true. Where one operator runs the ledger, the page of the record says so.
        </p>
      </TextSection>
      <TextSection title="What it is not">
        <p>
          The record is no certificate of food safety and no legal advice. Businesses remain responsible for their own
          due diligence under Regulation (EU) 2023/1115.
        </p>
      </TextSection>
      <TextSection title="Fair use">
        <p>
          Requests are limited for each network address, so that the service stays available to all. Partners who need
          more may ask the cooperative for a key.
        </p>
      </TextSection>
      <TextSection title="Staff accounts">
        <p>
          Accounts are personal. Record what you know, correct what was wrong, and tell your administrator when somebody
          else may know your password.
        </p>
      </TextSection>
    </TextPage>
  );
}

import { useTextWords } from '../../words/textWords.ts';
import { TextPage, TextSection } from './TextPage.tsx';

/**
 * Stored data, purposes and retention, at /privacy (docs/spec/privacy-and-erasure.md, 'Erasure' and 'Where personal
 * values are').
 */
export default function PrivacyPage() {
  const { say } = useTextWords();
  return (
    <TextPage title={say('privacy.title')} lead={say('privacy.lead')}>
      <TextSection title={say('privacy.search')}>
        <p>{say('privacy.searchKept')}</p>
        <ul>
          <li>{say('privacy.searchLot')}</li>
          <li>{say('privacy.searchVisit')}</li>
          <li>{say('privacy.searchBrowser')}</li>
        </ul>
        <p>{say('privacy.searchWhy')}</p>
        <p>{say('privacy.searchHead')}</p>
        <p>{say('privacy.searchCopies')}</p>
        <p>{say('privacy.errors')}</p>
      </TextSection>
      <TextSection title={say('privacy.contact')}>
        <p>{say('privacy.contactKept')}</p>
      </TextSection>
      <TextSection title={say('privacy.farmers')}>
        <p>{say('privacy.farmersKept')}</p>
        <p>{say('privacy.farmersShown')}</p>
      </TextSection>
      <TextSection title={say('privacy.staff')}>
        <p>{say('privacy.staffKept')}</p>
        <p>{say('privacy.staffDevice')}</p>
      </TextSection>
      <TextSection title={say('privacy.time')}>
        <p>{say('privacy.timeKept')}</p>
      </TextSection>
      <TextSection title={say('privacy.ledger')}>
        <p>{say('privacy.ledgerHeld')}</p>
      </TextSection>
      <TextSection title={say('privacy.rights')}>
        <p>{say('privacy.rightsText')}</p>
      </TextSection>
    </TextPage>
  );
}

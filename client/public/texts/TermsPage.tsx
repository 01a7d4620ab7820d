import { useTextWords } from '../../words/textWords.ts';
import { TextPage, TextSection } from './TextPage.tsx';

/** What the record proves and does not prove, at /terms. */
export default function TermsPage() {
  const { say } = useTextWords();
  return (
    <TextPage title={say('terms.title')} lead={say('terms.lead')}>
      <TextSection title={say('terms.record')}>
        <p>{say('terms.recordText')}</p>
      </TextSection>
      <TextSection title={say('terms.ledger')}>
        <p>{say('terms.ledgerText')}</p>
      </TextSection>
      <TextSection title={say('terms.limits')}>
        <p>{say('terms.limitsText')}</p>
      </TextSection>
      <TextSection title={say('terms.use')}>
        <p>{say('terms.useText')}</p>
      </TextSection>
      <TextSection title={say('terms.accounts')}>
        <p>{say('terms.accountsText')}</p>
      </TextSection>
    </TextPage>
  );
}

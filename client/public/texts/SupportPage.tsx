import { chakra } from '@chakra-ui/react';
import { TextRich, useTextWords } from '../../words/textWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { TextPage, TextSection } from './TextPage.tsx';

/** Help with checking a product, at /support. */
export default function SupportPage() {
  const { say } = useTextWords();
  const inLanguage = useInLanguage();
  return (
    <TextPage title={say('support.title')} lead={say('support.lead')}>
      <TextSection title={say('support.where')}>
        <p>
          <TextRich id="support.whereText" parts={{ link: <chakra.a href={inLanguage('/verify')} /> }} />
        </p>
      </TextSection>
      <TextSection title={say('support.notFound')}>
        <ul>
          <li>{say('support.notFoundLetters')}</li>
          <li>{say('support.notFoundSpaces')}</li>
          <li>{say('support.notFoundWithdrawn')}</li>
        </ul>
      </TextSection>
      <TextSection title={say('support.pending')}>
        <p>{say('support.pendingText')}</p>
      </TextSection>
      <TextSection title={say('support.differs')}>
        <p>{say('support.differsText')}</p>
      </TextSection>
      <TextSection title={say('support.old')}>
        <p>{say('support.oldText')}</p>
      </TextSection>
      <TextSection title={say('support.contact')}>
        <p>
          <TextRich id="support.contactText" parts={{ link: <chakra.a href={inLanguage('/#contact')} /> }} />
        </p>
      </TextSection>
    </TextPage>
  );
}

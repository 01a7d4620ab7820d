import { Link } from 'react-router-dom';
import { TextPage, TextSection } from './TextPage.tsx';

/** Help with checking a product, at /support. */
export default function SupportPage() {
  return (
    <TextPage title="Support" lead="Most questions are about finding the lot number, or about a lot that is not found.">
      <TextSection title="Where is the lot number?">
        <p>
          On the label, near the QR code. It starts with LOT, for example LOT701. Scanning the QR code opens the lot
          directly; you can also <Link to="/verify">type the number in</Link>.
        </p>
      </TextSection>
      <TextSection title="My lot is not found">
        <ul>
          <li>Check letters and digits that look alike, such as O and 0.</li>
          <li>Leave out spaces. Capital and small letters make no difference.</li>
          <li>The cooperative may have withdrawn the lot. Ask where you bought the product.</li>
        </ul>
      </TextSection>
      <TextSection title="What does Pending mean?">
        <p>
          Something was entered and is still waiting to be recorded on the ledger. That usually takes less than a
          minute. When the ledger is out of reach, it is tried again until it succeeds.
        </p>
      </TextSection>
      <TextSection title="The page says that the record differs">
        <p>
          What is shown for this lot is not what was recorded. The page names the fields. Tell the cooperative the lot
          number and what you saw.
        </p>
      </TextSection>
      <TextSection title="Contact">
        <p>
          The cooperative named on the pack, or the shop that sold it, can reach the people who registered the lot.
          Staff who cannot sign in ask their administrator.
        </p>
      </TextSection>
    </TextPage>
  );
}

import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ComboboxField } from '../../client/design/ComboboxField.tsx';
import {
  CheckboxField,
  CheckboxGroupField,
  DateField,
  Field,
  InvalidFieldText,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../client/design/Field.tsx';
import { FieldGrid, WHOLE_ROW } from '../../client/design/FieldGrid.tsx';
import { PortionSlider } from '../../client/design/PortionSlider.tsx';
import { Columns, Shown } from './Shown.tsx';

const VARIETIES = ['Trinitario', 'Forastero', 'Criollo'].map((name) => ({ value: name, label: name }));

export function FieldPieces() {
  const [text, setText] = useState('LOT030');
  const [number, setNumber] = useState('1250.5');
  const [day, setDay] = useState('2026-03-14');
  const [variety, setVariety] = useState('Trinitario');
  const [written, write] = useState('');
  const [isAccepted, accept] = useState(false);
  const [chosen, choose] = useState<readonly string[]>(['Organic']);
  const [portion, setPortion] = useState(60_000);
  return (
    <Shown
      title="Fields"
      pieces={[
        'Field',
        'TextField',
        'NumberField',
        'DateField',
        'SelectField',
        'ComboboxField',
        'TextAreaField',
        'CheckboxField',
        'CheckboxGroupField',
        'FieldGrid',
        'PortionSlider',
        'InvalidFieldText',
      ]}
    >
      <Columns>
        <TextField label="Lot ID" value={text} onChange={setText} required hint="On the bag's tag" />
        <TextField
          label="Lot ID, refused"
          value="30"
          onChange={setText}
          error="Lot ID must be in format LOT### (e.g., LOT030)"
        />
        <InvalidFieldText id="invalid-alone" error="Below a control of its own: Draw at least three corners" />
        <TextField label="Not to be changed" value={text} onChange={setText} disabled />
        <NumberField label="Weight" value={number} onChange={setNumber} unit="kg" min={0} step={0.1} />
        <DateField label="Harvest date" value={day} onChange={setDay} max="2026-12-31" />
        <SelectField label="Variety" value={variety} onChange={setVariety} options={VARIETIES} />
        <ComboboxField
          label="Variety, or what was written"
          value={written}
          onChange={write}
          options={VARIETIES.filter(({ label }) => label.toLowerCase().includes(written.toLowerCase()))}
        />
        <TextAreaField label="Process details" value={text} onChange={setText} />
        <CheckboxField
          label="Anonymize farmer data"
          checked={isAccepted}
          onChange={accept}
          hint="For public QR code access"
        />
        <CheckboxField
          label="I accept"
          checked={isAccepted}
          onChange={accept}
          error="You must accept the compliance terms to proceed"
        />
        <CheckboxGroupField
          label="Certifications"
          options={['Organic', 'Fair Trade', 'UTZ', 'Other']}
          value={chosen}
          onChange={choose}
          error="At most one can be given"
        />
        <Field label="Anything else" hint="Brings its own control">
          {(aria) => <chakra.input type="range" w="full" {...aria} />}
        </Field>
      </Columns>
      <PortionSlider
        label="Part of a lot"
        value={portion}
        most={100_000}
        valueText={`${portion / 1_000} kg`}
        onChange={setPortion}
      />
      <FieldGrid>
        <TextField label="Farm ID, in a row" value={text} onChange={setText} hint="e.g. FARM001" />
        <TextField label="Farmer, in a row" value={text} onChange={setText} error="Farmer name is required" />
        <Box {...WHOLE_ROW}>
          <TextAreaField label="Notes, in a row alone" value={text} onChange={setText} />
        </Box>
      </FieldGrid>
    </Shown>
  );
}

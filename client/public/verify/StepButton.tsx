import { chakra } from '@chakra-ui/react';
import { Button, type ButtonProps } from '../../design/Button.tsx';

interface StepButtonProps extends Omit<ButtonProps, 'type' | 'onClick'> {
  /** the address of the step */
  to: string;
  go: () => void;
}

/**
 * A button to another step. A form, so that a press before or without scripts is handled by the server, which renders
 * each step.
 */
export function StepButton({ to, go, ...button }: StepButtonProps) {
  const [path, query] = to.split('?');
  return (
    <chakra.form
      display="contents"
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} type="submit" />
    </chakra.form>
  );
}

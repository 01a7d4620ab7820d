import { chakra } from '@chakra-ui/react';
import { Button, type ButtonProps } from '../../design/Button.tsx';

interface StepButtonProps extends Omit<ButtonProps, 'type' | 'onClick'> {
  /** the address of the step */
  to: string;
  go: () => void;
}

/**
 * A button that leads to another step. A form, so that a press before the page's script has come, or where none comes, is answered by the
 * server: it draws each step.
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

import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../client/design/Button.tsx';
import { ConfirmDialog, Dialog, MessageDialog } from '../../client/design/Dialog.tsx';
import { Disclosed } from '../../client/design/Disclosed.tsx';
import { Drawer } from '../../client/design/Drawer.tsx';
import { toaster } from '../../client/design/Toaster.tsx';
import { Row, Shown } from './Shown.tsx';

type Open = 'dialog' | 'busy' | 'confirm' | 'message' | 'drawer' | 'wide' | null;

const LONG = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of a long content.`);

export function OverlayPieces() {
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Shown title="Dialogs" pieces={['Dialog', 'ConfirmDialog', 'MessageDialog']}>
        <Row>
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('busy')}>
            Open a busy one
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Ask before deleting
          </Button>
          <Button variant="secondary" onClick={() => setOpen('message')}>
            Say something
          </Button>
        </Row>
      </Shown>
      <Shown title="What a button shows" pieces={['Disclosed']}>
        <Row>
          <Disclosed label="A menu of links" button={{ variant: 'secondary', children: 'Show links' }}>
            {(hide) => (
              <Button variant="quiet" onClick={hide}>
                Hide them
              </Button>
            )}
          </Disclosed>
        </Row>
      </Shown>
      <Shown title="Drawer" pieces={['Drawer']}>
        <Row>
          <Button variant="secondary" onClick={() => setOpen('drawer')}>
            Open a drawer
          </Button>
          <Button variant="secondary" onClick={() => setOpen('wide')}>
            Open a wide, long one
          </Button>
        </Row>
      </Shown>
      <Shown title="Toasts" pieces={['Toaster']}>
        <Row>
          {(['success', 'error', 'warning', 'info'] as const).map((type) => (
            <Button
              key={type}
              variant="secondary"
              onClick={() => toaster.create({ type, title: `A ${type}`, description: 'LOT701 was changed elsewhere.' })}
            >
              Toast: {type}
            </Button>
          ))}
        </Row>
      </Shown>

      <Dialog open={open === 'dialog'} onClose={close} title="LOT701" footer={<Button onClick={close}>Done</Button>}>
        What belongs in here.
      </Dialog>
      <Dialog
        open={open === 'busy'}
        onClose={close}
        title="Recording"
        busy
        footer={<Button onClick={close}>Stop it</Button>}
      >
        There is no way out until it is done, but its own.
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete lot"
        message="Are you sure you want to delete lot LOT701?"
        action="Delete lot"
        danger
        onConfirm={() => Promise.reject(new Error('Network error'))}
      />
      <MessageDialog open={open === 'message'} onClose={close} title="Lot created">
        LOT701 was created.
      </MessageDialog>
      <Drawer open={open === 'drawer'} onClose={close} title="LOT701" closeLabel="Close">
        What belongs to a row, beside its list.
      </Drawer>
      <Drawer
        open={open === 'wide'}
        onClose={close}
        title="A lot of a very long name, which does not fit into one line of a drawer on a phone"
        closeLabel="Close"
        size="lg"
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        {LONG.map((line) => (
          <Box key={line} py="2">
            {line}
          </Box>
        ))}
      </Drawer>
    </>
  );
}

import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';

interface LeaveWarningProps {
  /** Asked at the moment of leaving. */
  isRunning: () => boolean;
  onLeave: () => void;
}

/** Asks before a running upload is left: inside the site with a dialog, on closing the tab with the browser's question. */
export const LeaveWarning = ({ isRunning, onLeave }: LeaveWarningProps) => {
  const blocker = useBlocker(isRunning);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isRunning()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      title="Leave this page?"
      actions={
        <>
          <Button
            tone="delete"
            size="large"
            onClick={() => {
              onLeave();
              blocker.proceed?.();
            }}
          >
            Stop the upload
          </Button>
          <Button tone="quiet" size="large" data-first onClick={stay}>
            Keep uploading
          </Button>
        </>
      }
    >
      <p className="text-muted">The video is still on its way. Leaving stops the upload, and nothing of it is kept.</p>
    </Dialog>
  );
};

import { toast } from 'react-hot-toast/headless';
import { useEffect } from 'react';
import { messages } from '#contract/messages.ts';
import { checkConnection } from '#web/api/connection.ts';

/** Loads the page again where it can: browsers may remember a part as missing. */
const loadMenu = async (): Promise<void> => {
  if (await checkConnection()) location.reload();
  else toast.error(messages.notices.offline, { id: 'missing-menu' });
};

interface MissingMenuProps {
  isOpen: boolean;
  onClose: () => void;
}

export const MissingMenu = ({ isOpen, onClose }: MissingMenuProps) => {
  useEffect(() => {
    if (!isOpen) return;
    onClose();
    void loadMenu();
  });
  return null;
};

/** The call that waits for the confirmation ends without it, and is refused. */
export const MissingConfirmation = ({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) => {
  useEffect(() => onEnd(false), [onEnd]);
  return null;
};

import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Shell } from '#web/ui/dialogs/shell.tsx';

interface EnlargeProps {
  address: string;
  /** What the picture shows. */
  text: string;
}

/** A button on a picture that shows it as large as the window. */
export function Enlarge({ address, text }: EnlargeProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const name = text === '' ? t`Picture` : text;
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="absolute top-auto end-2 start-auto bottom-2 grid place-items-center w-11 h-11 cursor-pointer text-base-content bg-base-100 border border-line rounded-field"
        aria-label={t`Enlarge: ${name}`}
        onClick={() => setOpen(true)}
      >
        <Maximize2 size={18} aria-hidden="true" />
      </button>
      <Shell className="sheet enlarged" aria-label={name} isOpen={isOpen} onClose={close}>
        {isOpen && (
          <>
            <img src={address} alt={text} />
            <Button tone="quiet" size="large" data-first="" onClick={close}>
              <Trans>Close</Trans>
            </Button>
          </>
        )}
      </Shell>
    </>
  );
}

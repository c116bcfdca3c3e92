import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatSize } from '#web/ui/text/format.ts';
import type { KeptQuality } from './kept-store.ts';
import { nameOfQuality, type QualityOffer } from './quality-choice.ts';

interface QualityDialogProps {
  /** Undefined while it is closed. */
  offers: readonly QualityOffer[] | undefined;
  onChoose: (quality: KeptQuality) => void;
  onClose: () => void;
}

const nameOf = (quality: KeptQuality): string => (quality === 'audio' ? 'Audio only' : nameOfQuality(quality));

/** Enough for a phone, and a quarter of what the largest needs. */
const SUGGESTED_HEIGHT = 480;

const suggested = (offers: readonly QualityOffer[]): KeptQuality | undefined =>
  (offers.find(({ quality }) => typeof quality === 'number' && quality <= SUGGESTED_HEIGHT) ?? offers[0])?.quality;

/** Asks once in which quality lectures are kept. */
export const QualityDialog = ({ offers = [], onChoose, onClose }: QualityDialogProps) => {
  const [chosen, setChosen] = useState<KeptQuality>();
  const quality = chosen ?? suggested(offers);
  return (
    <Dialog
      isOpen={offers.length > 0}
      onClose={onClose}
      title="How should lectures be kept?"
      actions={
        <>
          <Button size="large" data-first onClick={() => quality !== undefined && onChoose(quality)}>
            Keep offline
          </Button>
          <Button tone="quiet" size="large" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="text-muted">This lecture, and those that you keep later:</legend>
        <ul className="mt-3 divide-y divide-line">
          {offers.map((offer) => (
            <li key={offer.quality}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="kept-quality"
                  className="radio radio-primary shrink-0"
                  checked={offer.quality === quality}
                  onChange={() => setChosen(offer.quality)}
                />
                <span className="flex-1 font-medium">{nameOf(offer.quality)}</span>
                <span className="num text-sm text-muted">~{formatSize(offer.sizeBytes)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </Dialog>
  );
};

import { Trans } from '@lingui/react/macro';
import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { useOnline } from '#web/api/connection.ts';
import { useAction } from '#web/api/use-action.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import { Button } from '#web/ui/button.tsx';
import { canDownload, QualityDialog } from './download-button.tsx';
import { downloads, useOffline } from './offline-lectures.ts';
import { nearestTo, offersOf, type QualityOffer, sizeOfDownload, storeQuality } from './offline-quality.ts';
import type { OfflineQuality } from './offline-store.ts';

interface Offered {
  lecture: Lecture;
  /** Empty when there is no choice. */
  offers: readonly QualityOffer[];
  /** Without a choice. */
  sizeBytes: number;
}

const offered = async (lecture: Lecture): Promise<Offered> => {
  const offers = await offersOf(lecture);
  return { lecture, offers, sizeBytes: offers.length > 0 ? 0 : ((await sizeOfDownload(lecture, 'original')) ?? 0) };
};

/** Their total size by quality. */
export const sumOf = (all: readonly Offered[]): QualityOffer[] => {
  const choices = all.find(({ offers }) => offers.length > 0)?.offers ?? [{ quality: 'original' as const }];
  return choices.map(({ quality }) => ({
    quality,
    sizeBytes: all.reduce((sum, one) => sum + (nearestTo(quality, one.offers)?.sizeBytes ?? one.sizeBytes), 0),
  }));
};

interface DownloadSectionProps {
  course: Course;
  lectures: readonly Lecture[];
  /** The position of a lecture in the course. */
  numberOf: (lecture: Lecture) => number;
}

/** Downloads the lectures of a section that are not on the device. Quizzes are left out, because a download begins an attempt. */
export default function DownloadSection({ course, lectures, numberOf }: DownloadSectionProps) {
  const offline = useOffline();
  const isOnline = useOnline();
  const [all, setAll] = useState<readonly Offered[]>();
  const known = new Set(offline?.lectures.map(({ _id }) => _id));
  const missing = lectures.filter(
    (lecture) => canDownload(lecture) && kinds[lecture.kind].offline !== 'attempt' && !known.has(lecture._id),
  );
  const adding = useAction({
    run: async ({ quality, of }: { quality: OfflineQuality; of: readonly Offered[] }) => {
      for (const { lecture, offers } of of)
        await downloads.add({
          course,
          lecture,
          position: numberOf(lecture),
          quality: nearestTo(quality, offers)?.quality ?? 'original',
        });
    },
    messages: { error: messages.offline.full },
  });
  const asking = useAction({
    run: () => Promise.all(missing.map(offered)),
    messages: { error: messages.lectures.broken },
    // Texts alone need no question.
    onSuccess: (found) =>
      sumOf(found).some(({ sizeBytes }) => sizeBytes > 0)
        ? setAll(found)
        : adding.start({ quality: 'original', of: found }),
  });
  if (!offline || !isOnline || missing.length === 0) return null;
  const choose = (quality: OfflineQuality): void => {
    if (quality !== 'original') storeQuality(quality);
    setAll(undefined);
    void adding.start({ quality, of: all ?? [] });
  };
  return (
    <div className="border-t border-line px-4 py-2">
      <Button
        tone="ghost"
        className="w-full justify-start"
        isBusy={asking.isBusy || adding.isBusy}
        onClick={() => void asking.start(undefined)}
      >
        <CloudDownload size={20} aria-hidden="true" />
        <Trans>Download this section</Trans>
      </Button>
      <QualityDialog offers={all && sumOf(all)} onChoose={choose} onClose={() => setAll(undefined)} />
    </div>
  );
}

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloudCheck, CloudDownload, Hourglass, Undo2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatSize } from '#contract/format.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import { quizQuery } from '#web/features/quizzes/quiz-queries.ts';
import { useOnline } from '#web/api/connection.ts';
import { useAction } from '#web/api/use-action.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { OfflineQuality } from './offline-store.ts';
import {
  knownQuality,
  nameOfQuality,
  offersOf,
  type QualityOffer,
  sizeOfDownload,
  storeQuality,
} from './offline-quality.ts';
import { downloads, MOST_LECTURES, orSay, useOffline, waitingWords, type Wanted } from './offline-lectures.ts';
import { downloadedAttempt } from './offline-quiz.ts';
import { type OfflineState, schoolTime, stateOf } from './offline-media.ts';
import { percentOf } from './download-lecture.ts';
import { useDeviceName } from '#web/ui/use-media.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface QualityDialogProps {
  /** Undefined while it is closed. */
  offers: readonly QualityOffer[] | undefined;
  onChoose: (quality: OfflineQuality) => void;
  onClose: () => void;
}

const nameOf = (quality: OfflineQuality, language: Language): string =>
  quality === 'audio' ? language._(msg`Audio only`) : nameOfQuality(quality, language);

/** Enough for a phone, and a quarter of the size of the largest. */
const SUGGESTED_HEIGHT = 480;

const suggested = (offers: readonly QualityOffer[]): OfflineQuality | undefined =>
  (offers.find(({ quality }) => typeof quality === 'number' && quality <= SUGGESTED_HEIGHT) ?? offers[0])?.quality;

/** Asks once for the quality of downloads. */
export const QualityDialog = ({ offers = [], onChoose, onClose }: QualityDialogProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const [chosen, setChosen] = useState<OfflineQuality>();
  const quality = chosen ?? suggested(offers);
  return (
    <Dialog
      isOpen={offers.length > 0}
      onClose={onClose}
      title={t`Choose offline quality`}
      actions={
        <>
          <Button size="large" data-first onClick={() => quality !== undefined && onChoose(quality)}>
            <Trans>Download for offline</Trans>
          </Button>
          <Button tone="quiet" size="large" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="text-muted">
          <Trans>For this and later downloads</Trans>
        </legend>
        <ul className="mt-3 divide-y divide-line">
          {offers.map((offer) => (
            <li key={offer.quality}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="offline-quality"
                  className="radio radio-primary shrink-0"
                  checked={offer.quality === quality}
                  onChange={() => setChosen(offer.quality)}
                />
                <span className="flex-1 font-medium">{nameOf(offer.quality, language)}</span>
                <span className="num text-sm text-muted">~{formatSize(offer.sizeBytes)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </Dialog>
  );
};

type DownloadButtonProps = Omit<Wanted, 'quality'>;

const icons = { removed: Undo2, loading: CloudDownload, waiting: Hourglass, 'no-space': Hourglass } as const;

const useStateOf = (lectureId: string): { state: OfflineState | undefined; percent: number } => {
  const offline = useOffline();
  const deviceMs = useNow(Date.now);
  const copy = offline?.lectures.find(({ _id }) => _id === lectureId);
  if (!offline || !copy) return { state: undefined, percent: 0 };
  const nowMs = schoolTime(offline.device, deviceMs);
  const state = stateOf(copy, offline.device, { nowMs, isLoading: offline.loadingId === lectureId });
  return { state, percent: percentOf(copy) ?? 0 };
};

export const canDownload = ({ kind, isPlayable, isDraft, state, hls }: Lecture): boolean =>
  'serviceWorker' in navigator &&
  kinds[kind].offline !== undefined &&
  isPlayable &&
  !isDraft &&
  (state !== 'processing' || hls !== null);

/** Of quizzes, only practice: a test begins with a connection. Of practice, the attempt that has begun. */
const useOffer = ({ course, lecture }: DownloadButtonProps): { isOffered: boolean; hasBegun: boolean } => {
  const isQuiz = kinds[lecture.kind].offline === 'attempt';
  const place = { courseId: course._id, lectureId: lecture._id };
  const quiz = useQuery({ ...quizQuery(place), enabled: isQuiz }).data?.quiz;
  return {
    isOffered: canDownload(lecture) && (!isQuiz || quiz?.settings.mode === 'practice'),
    hasBegun: !quiz || downloadedAttempt(quiz) !== undefined,
  };
};

/** About how large a copy will be; null until it is known, and where the quality is still to be chosen. */
const useDownloadSize = (lecture: Lecture): number | null => {
  const offline = useOffline();
  const quality = knownQuality(lecture);
  const { data = null } = useQuery({
    queryKey: ['copy-size', lecture._id, quality ?? ''],
    queryFn: () => (quality === undefined ? null : sizeOfDownload(lecture, quality)),
    enabled: canDownload(lecture) && offline?.lectures.every(({ _id }) => _id !== lecture._id) === true,
    staleTime: Infinity,
  });
  return data;
};

interface Shown {
  state: OfflineState | undefined;
  percent: number;
  device: string;
  isOnline: boolean;
}

const labelOf = ({ state, percent, device, isOnline }: Shown, language: Language): string => {
  const { _ } = language;
  if (state === undefined) return _(msg`Download for offline`);
  if (state === 'removed') return _(msg`Undo`);
  if (state === 'loading') return _(msg`Downloading, ${percent}%`);
  if (state === 'waiting') return waitingWords(isOnline, language);
  return _(state === 'no-space' ? msg`No space left` : msg`Downloaded to this ${device}`);
};

/** Downloads the lecture; asks for the quality the first time. */
const useDownload = ({ course, lecture, position }: DownloadButtonProps, hasBegun: boolean) => {
  const [offers, setOffers] = useState<readonly QualityOffer[]>();
  const isFull = (useOffline()?.lectures.length ?? 0) >= MOST_LECTURES;
  const problem = isFull ? messages.offline.full : messages.lectures.broken;
  const adding = useAction({
    run: async (quality: OfflineQuality) => {
      if (!hasBegun) throw new Error('There is no attempt to download');
      await downloads.add({ course, lecture, position, quality });
    },
    messages: { error: hasBegun ? problem : messages.offline.notBegun },
  });
  const asking = useAction<void, QualityOffer[]>({
    run: () => offersOf(lecture),
    messages: { error: messages.lectures.broken },
    onSuccess: (found) => (found.length > 1 ? setOffers(found) : adding.start(found[0]?.quality ?? 'original')),
  });
  const choose = (quality: OfflineQuality): void => {
    storeQuality(quality);
    setOffers(undefined);
    void adding.start(quality);
  };
  const press = (): void => {
    const known = knownQuality(lecture);
    void (known === undefined ? asking.start() : adding.start(known));
  };
  return { offers, choose, press, close: () => setOffers(undefined), isBusy: adding.isBusy || asking.isBusy };
};

/** Downloads the open lecture for offline, or removes it. */
export default function DownloadButton(props: DownloadButtonProps) {
  const { lecture } = props;
  const { _id: lectureId, progress } = lecture;
  const { state, percent } = useStateOf(lectureId);
  const device = useDeviceName();
  const language = useLanguage();
  const isOnline = useOnline();
  const sizeBytes = useDownloadSize(lecture);
  const { isOffered, hasBegun } = useOffer(props);
  const { offers, choose, press, close, isBusy } = useDownload(props, hasBegun);
  useEffect(() => {
    if (progress) void downloads.noteProgress(lectureId, progress);
  }, [lectureId, progress]);
  if (!isOffered) return null;
  const isDownloaded = state === 'downloaded' || state === 'ending' || state === 'ended';
  const Icon = isDownloaded ? CloudCheck : icons[state ?? 'loading'];
  const onPress = (): void => {
    if (state === undefined) press();
    else void orSay(state === 'removed' ? downloads.undo(lectureId) : downloads.remove(lectureId));
  };
  return (
    <>
      <Button
        tone="quiet"
        className="max-md:px-3"
        aria-pressed={state !== undefined && state !== 'removed'}
        isBusy={isBusy}
        onClick={onPress}
      >
        <Icon size={20} className={isDownloaded ? 'text-success' : ''} aria-hidden="true" />
        <span className={state === 'loading' || state === 'removed' ? 'num' : 'max-md:sr-only'}>
          {labelOf({ state, percent, device, isOnline }, language)}
        </span>
        {state === undefined && sizeBytes !== null && (
          <span className="num font-normal text-muted">~{formatSize(sizeBytes)}</span>
        )}
      </Button>
      <QualityDialog offers={offers} onChoose={choose} onClose={close} />
    </>
  );
}

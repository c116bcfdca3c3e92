import { useQuery } from '@tanstack/react-query';
import { CloudCheck, CloudDownload, Hourglass, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { formatSize } from '#web/ui/text/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { keeper, MOST_LECTURES } from './keeper.ts';
import type { KeptQuality } from './kept-store.ts';
import { type KeptState, schoolTime, stateOf } from './kept-time.ts';
import { loadedOf, sizeOf } from './load-copy.ts';
import { knownQuality, offersOf, type QualityOffer, sizeOfCopy, storeQuality } from './quality-choice.ts';
import { QualityDialog } from './quality-dialog.tsx';
import { useDeviceName } from './use-device-name.ts';
import { useKept } from './use-kept.ts';

interface KeepButtonProps {
  course: Course;
  lecture: Lecture;
  position: number;
}

const icons = { removed: Undo2, loading: CloudDownload, waiting: Hourglass, 'no space': Hourglass } as const;

const useStateOf = (lectureId: string): { state: KeptState | undefined; percent: number } => {
  const kept = useKept();
  const deviceMs = useNow();
  const copy = kept?.lectures.find(({ _id }) => _id === lectureId);
  if (!kept || !copy) return { state: undefined, percent: 0 };
  const nowMs = schoolTime(kept.device, deviceMs);
  const state = stateOf(copy, kept.device, { nowMs, isLoading: kept.loadingId === lectureId });
  const size = sizeOf(copy);
  return { state, percent: size === 0 ? 0 : Math.floor((loadedOf(copy) / size) * 100) };
};

const canBeKept = ({ isPlayable, isDraft, state, hls }: Lecture): boolean =>
  'serviceWorker' in navigator && isPlayable && !isDraft && (state !== 'processing' || hls !== null);

/** About how large a copy will be; null until it is known, and where the quality is still to be chosen. */
const useCopySize = (lecture: Lecture): number | null => {
  const kept = useKept();
  const quality = knownQuality(lecture);
  const { data = null } = useQuery({
    queryKey: queryKeys.copySize(lecture._id, quality ?? ''),
    queryFn: () => (quality === undefined ? null : sizeOfCopy(lecture, quality)),
    enabled: canBeKept(lecture) && kept?.lectures.every(({ _id }) => _id !== lecture._id) === true,
    staleTime: Infinity,
  });
  return data;
};

const labelOf = (state: KeptState | undefined, percent: number, device: string): string => {
  if (state === undefined) return 'Keep offline';
  if (state === 'removed') return 'Undo';
  if (state === 'loading') return `Loading, ${percent}%`;
  if (state === 'waiting') return 'Waiting for a connection';
  return state === 'no space' ? 'No space left' : `Kept on this ${device}`;
};

/** Asks for the quality the first time, then keeps the lecture. */
const useKeep = ({ course, lecture, position }: KeepButtonProps) => {
  const [offers, setOffers] = useState<readonly QualityOffer[]>();
  const isFull = (useKept()?.lectures.length ?? 0) >= MOST_LECTURES;
  const keeping = useAction({
    run: (quality: KeptQuality) => keeper.keep({ course, lecture, position, quality }),
    messages: { error: isFull ? messages.offline.full : messages.lectures.broken },
  });
  const asking = useAction<void, QualityOffer[]>({
    run: () => offersOf(lecture),
    messages: { error: messages.lectures.broken },
    onSuccess: (found) => (found.length > 1 ? setOffers(found) : keeping.start(found[0]?.quality ?? 'original')),
  });
  const choose = (quality: KeptQuality): void => {
    storeQuality(quality);
    setOffers(undefined);
    void keeping.start(quality);
  };
  const press = (): void => {
    const known = knownQuality(lecture);
    void (known === undefined ? asking.start() : keeping.start(known));
  };
  return { offers, choose, press, close: () => setOffers(undefined), isBusy: keeping.isBusy || asking.isBusy };
};

/** Keeps the open lecture on the device, or removes it. */
export default function KeepButton(props: KeepButtonProps) {
  const { lecture } = props;
  const { _id: lectureId, progress } = lecture;
  const { state, percent } = useStateOf(lectureId);
  const device = useDeviceName();
  const sizeBytes = useCopySize(lecture);
  const { offers, choose, press, close, isBusy } = useKeep(props);
  useEffect(() => {
    if (progress) void keeper.noteProgress(lectureId, progress);
  }, [lectureId, progress]);
  if (!canBeKept(lecture)) return null;
  const isKept = state === 'kept' || state === 'ending' || state === 'ended';
  const Icon = isKept ? CloudCheck : icons[state ?? 'loading'];
  const onPress = (): void => {
    if (state === undefined) press();
    else void (state === 'removed' ? keeper.undo(lectureId) : keeper.remove(lectureId));
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
        <Icon size={20} className={isKept ? 'text-success' : ''} aria-hidden="true" />
        <span className={state === 'loading' || state === 'removed' ? 'num' : 'max-md:sr-only'}>
          {labelOf(state, percent, device)}
        </span>
        {state === undefined && sizeBytes !== null && (
          <span className="num font-normal text-muted">~{formatSize(sizeBytes)}</span>
        )}
      </Button>
      <QualityDialog offers={offers} onChoose={choose} onClose={close} />
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { Download } from 'lucide-react';
import { formatDuration, formatSize } from '#contract/format.ts';
import { serverNow } from '#web/api/server-clock.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import type { Chapter } from '#contract/classroom/chapters.ts';
import { chapterAt } from '#web/features/classroom/player/stream/quality-menu.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';
import type { Attachment, Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { saveFrom } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';

interface LectureSectionProps {
  id: string;
  title: string;
  /** One level below the lecture's title. */
  heading?: 'h2' | 'h3' | undefined;
  children: ReactNode;
}

/** A titled list that belongs to the lecture above it. */
const LectureSection = ({ id, title, heading: Heading = 'h3', children }: LectureSectionProps) => (
  <section aria-labelledby={id} className="surface mt-6 max-w-[38rem] overflow-hidden">
    <Heading id={id} className="border-b border-line px-4 py-3 text-title">
      {title}
    </Heading>
    {children}
  </section>
);

const TIME = ['timeupdate'];

interface ChapterListProps {
  player: PlayerHandle | null;
  chapters: readonly Chapter[];
  heading?: 'h2' | 'h3';
}

export const ChapterList = ({ player, chapters, heading }: ChapterListProps) => {
  const { t } = useLingui();
  const current = useVideoValue(player?.video, TIME, (video) => (video ? chapterAt(chapters, video.currentTime) : -1));
  if (chapters.length === 0) return null;
  return (
    <LectureSection id="chapters" title={t`Chapters`} heading={heading}>
      <ol className="divide-y divide-line text-sm">
        {chapters.map(({ startMs, title }, index) => (
          <li key={startMs}>
            <button
              type="button"
              className="lecture-row min-h-12 py-2"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                player?.actions.seekTo(startMs / 1000);
                player?.actions.play();
              }}
            >
              <span className="num text-muted">{formatDuration(startMs)}</span>
              <span className="lecture-name min-w-0 wrap-anywhere">{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </LectureSection>
  );
};

interface AttachmentLinkProps {
  attachment: Attachment;
  lecture: LectureOfAttachment;
  /** Fetches the lecture again, with new addresses. */
  reload: () => Promise<LectureOfAttachment>;
  className: string;
  children: ReactNode;
}

interface LectureOfAttachment {
  attachments: readonly Attachment[];
  /** When its addresses stop working, in epoch milliseconds. */
  expiresAtMs: number;
}

/** By so much the clock of a device may be behind. */
const TOLERANCE_MS = 5 * 60_000;

/** Saves an attachment, also when the page was open for longer than its address works. */
export const AttachmentLink = ({ attachment, lecture, reload, className, children }: AttachmentLinkProps) => {
  const { _id, name, address } = attachment;
  const renewal = useAction<void, Attachment>({
    run: async () => {
      const fresh = (await reload()).attachments.find((candidate) => candidate._id === _id);
      if (!fresh) throw new Error('The lecture has this attachment no longer');
      return fresh;
    },
    messages: { error: messages.lectures.broken },
    onSuccess: saveFrom,
  });
  const press = (event: MouseEvent): void => {
    if (serverNow() < lecture.expiresAtMs - TOLERANCE_MS) return;
    event.preventDefault();
    void renewal.start();
  };
  // With this attribute browsers do not ask the service worker, which serves downloads at paths.
  const isDownloaded = address.startsWith('/');
  return (
    <a href={address} download={isDownloaded ? undefined : name} className={className} onClick={press}>
      {children}
    </a>
  );
};

interface AttachmentListProps {
  lecture: Lecture;
  /** Fetches the lecture again, with new addresses. */
  reload: () => Promise<Lecture>;
  heading?: 'h2' | 'h3';
}

/** The files of a lecture, to save; nothing where there are none. */
export const AttachmentList = ({ lecture, reload, heading }: AttachmentListProps) => {
  const { t } = useLingui();
  const { attachments } = lecture;
  if (attachments.length === 0) return null;
  return (
    <LectureSection id="attachments" title={t`Attachments`} heading={heading}>
      <ul className="divide-y divide-line text-sm">
        {attachments.map((attachment) => (
          <li key={attachment._id}>
            <AttachmentLink {...{ attachment, lecture, reload }} className="lecture-row min-h-12 py-2">
              <Download size={18} className="shrink-0 text-muted" aria-hidden="true" />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{attachment.name}</bdi>
              <span className="num whitespace-nowrap text-muted">{formatSize(attachment.sizeBytes)}</span>
            </AttachmentLink>
          </li>
        ))}
      </ul>
    </LectureSection>
  );
};

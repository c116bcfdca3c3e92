import type { MouseEvent, ReactNode } from 'react';
import type { Attachment } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { saveFrom } from '#web/api/download.ts';
import { useAction } from '#web/api/use-action.ts';

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
    if (Date.now() < lecture.expiresAtMs - TOLERANCE_MS) return;
    event.preventDefault();
    void renewal.start();
  };
  // With this attribute browsers do not ask the service worker, which serves the copies that a device keeps at paths.
  const isKept = address.startsWith('/');
  return (
    <a href={address} download={isKept ? undefined : name} className={className} onClick={press}>
      {children}
    </a>
  );
};

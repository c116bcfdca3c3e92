import { Download } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';
import { AttachmentLink } from './attachment-link.tsx';
import { formatSize } from '#web/ui/text/format.ts';
import { LectureSection } from '#web/features/classroom/lecture-list/lecture-section.tsx';

interface AttachmentListProps {
  lecture: Lecture;
  /** Fetches the lecture again, with new addresses. */
  reload: () => Promise<Lecture>;
  heading?: 'h2' | 'h3';
}

/** The files of a lecture, to save; nothing where there are none. */
export const AttachmentList = ({ lecture, reload, heading }: AttachmentListProps) => {
  const { attachments } = lecture;
  if (attachments.length === 0) return null;
  return (
    <LectureSection id="attachments" title="Attachments" heading={heading}>
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

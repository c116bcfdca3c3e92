import { Download } from 'lucide-react';
import type { Attachment } from '#contract/lectures.ts';
import { formatSize } from '#web/components/format.ts';
import { LectureSection } from './lecture-section.tsx';

interface AttachmentListProps {
  attachments: readonly Attachment[];
  heading?: 'h2' | 'h3';
}

/** The files of a lecture, to save; nothing where there are none. */
export const AttachmentList = ({ attachments, heading }: AttachmentListProps) => {
  if (attachments.length === 0) return null;
  return (
    <LectureSection id="attachments" title="Attachments" heading={heading}>
      <ul className="divide-y divide-line text-sm">
        {attachments.map(({ _id, name, sizeBytes, address }) => (
          <li key={_id}>
            <a href={address} download={name} className="lecture-row min-h-12 py-2">
              <Download size={18} className="shrink-0 text-muted" aria-hidden="true" />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
              <span className="num whitespace-nowrap text-muted">{formatSize(sizeBytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </LectureSection>
  );
};

import { Trans } from '@lingui/react/macro';
import {
  Award,
  BadgeCheck,
  BrainCircuit,
  CalendarPlus,
  CalendarRange,
  CircleHelp,
  CirclePlay,
  Download,
  Gift,
  Hourglass,
  LibraryBig,
  ListChecks,
  LockOpen,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  PackageOpen,
  Radio,
  ReceiptIndianRupee,
  RotateCcw,
  Star,
} from 'lucide-react';
import { Link } from 'react-router';
import { type NoticeKind, noticeText } from '#contract/notices/notice-kinds.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatShortMoment } from '#contract/format.ts';
import { useWriter } from '#web/ui/language/use-writer.ts';
import { type OwnNotice, useMarkRead } from './use-own-notices.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const icons: Record<NoticeKind, LucideIcon> = {
  receipt: ReceiptIndianRupee,
  payment_request: ReceiptIndianRupee,
  payment_waits: ReceiptIndianRupee,
  part_due: ReceiptIndianRupee,
  access_ending: Hourglass,
  access_extended: CalendarPlus,
  export_ready: Download,
  school_export_ready: PackageOpen,
  gift: Gift,
  course_decision: BadgeCheck,
  answer: MessageCircle,
  question: CircleHelp,
  review: Star,
  review_answer: MessageCircle,
  certificate: Award,
  certificate_changed: Award,
  certificate_declined: Award,
  certificate_ending: Award,
  class_soon: Radio,
  class_changed: Radio,
  recording: CirclePlay,
  batch_place: CalendarPlus,
  batch_moved: CalendarRange,
  batch_classes: CalendarRange,
  lectures_opened: LockOpen,
  recall: BrainCircuit,
  graded: ListChecks,
  attempts_reset: RotateCcw,
  new_lectures: CirclePlay,
  new_course: LibraryBig,
  week: CalendarRange,
  announcement: Megaphone,
};

interface NoticeListProps {
  /** Its name for screen readers. */
  label: string;
  notices: readonly OwnNotice[];
  now: Date;
  onOpen?: () => void;
}

/** Each leads to the page that it is about; opening it marks it as read. */
export function NoticeList({ label, notices, now, onOpen }: NoticeListProps) {
  const locale = useLocale();
  const { timeZone } = useSite();
  const markRead = useMarkRead();
  const write = useWriter();
  return (
    <ul aria-label={label}>
      {notices.map((notice) => {
        const Icon = icons[notice.kind];
        const { title, text } = noticeText(notice);
        const said = write(text);
        return (
          <li key={notice._id} className="border-t border-line first:border-t-0">
            <Link
              to={notice.path}
              className={`flex gap-3 px-5 py-3.5 text-sm hover:bg-base-200 ${notice.isRead ? '' : 'bg-base-200'}`}
              onClick={() => {
                if (!notice.isRead) markRead(notice._id);
                onOpen?.();
              }}
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-base-300">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className={`block wrap-break-word ${notice.isRead ? '' : 'font-semibold'}`}>{write(title)}</span>
                {said !== '' && <span className="block text-muted line-clamp-3 wrap-break-word">{said}</span>}
                <time className="mt-1 block text-muted" dateTime={notice.at}>
                  {formatShortMoment(notice.at, timeZone, now, locale)}
                </time>
              </span>
              {!notice.isRead && (
                <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary">
                  <span className="sr-only">
                    <Trans>Unread</Trans>
                  </span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

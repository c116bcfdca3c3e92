import { averageOf } from '#contract/certificates/certificate-texts.ts';
import { Book } from '#web/ui/covers/cover.tsx';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';
import { formatLength, formatShortDay } from '#contract/format.ts';
import { type Certificate, withHeadline } from './certificate-words.ts';

const Fact = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="border-s border-[#d8dcd0] ps-[2cqw] first:border-s-0 first:ps-0">
    <p className="text-[1.3cqw]">{label}</p>
    <p className="font-display text-[2.4cqw] font-semibold">{value}</p>
    <p className="text-[1.3cqw]">{note}</p>
  </div>
);

const Facts = ({ certificate: { evidence, completedAt, validUntil } }: { certificate: Certificate }) => {
  const { timeZone } = useSite();
  return (
    <div className="mt-[3cqw] flex gap-[2cqw] text-[#48595f] [&_.font-display]:text-[#15252b]">
      {evidence.totalMs > 0 && (
        <Fact label="Watched" value={`${evidence.watchedPercent}%`} note={`of ${formatLength(evidence.totalMs)}`} />
      )}
      {evidence.quizzes > 0 && (
        <Fact
          label="Quizzes"
          value={`${evidence.passedQuizzes} of ${evidence.quizzes}`}
          note={`passed, ${averageOf(evidence.bestPercents)}% on average`}
        />
      )}
      <Fact
        label="Completed"
        value={formatShortDay(completedAt, timeZone)}
        note={validUntil === null ? 'no expiry date' : `valid until ${formatShortDay(validUntil, timeZone)}`}
      />
    </div>
  );
};

const Foot = ({ certificate: { address, design, qr } }: { certificate: Certificate }) => (
  <div className="flex items-center gap-[2cqw] border-t-[0.8cqw] border-[#15252b] px-[5.5cqw] py-[2cqw]">
    <svg viewBox={`0 0 ${qr.size} ${qr.size}`} className="size-[9cqw] shrink-0" shapeRendering="crispEdges">
      <path d={qr.path} fill="#15252b" />
    </svg>
    <div className="min-w-0 flex-1 text-[1.25cqw]">
      <p className="text-[1.4cqw] font-semibold">Check it: {address.replace(/^https?:\/\//, '')}</p>
      <p className="text-[#48595f]">
        That page repeats everything printed here, without a login. The minutes were measured while the lectures played;
        skipped parts do not count.
      </p>
    </div>
    {design.signatory !== '' && (
      <div className="text-end text-[1.25cqw]">
        <p className="font-semibold">{design.signatory}</p>
        <p className="text-[#48595f]">{design.signatoryTitle}</p>
      </div>
    )}
  </div>
);

/** The certificate as it is printed, always on white paper. The page around it says the same in words. */
export const CertificateSheet = ({ certificate }: { certificate: Certificate }) => (
  <div
    aria-hidden="true"
    className="@container overflow-hidden leading-[1.35] rounded-field border border-line bg-[#fdfefc] text-[#15252b] shadow-sm"
  >
    <div className="flex aspect-[297/210] flex-col">
      <div className="flex items-center justify-between px-[5.5cqw] pt-[4.5cqw] text-[1.5cqw] text-[#48595f]">
        <span className="flex items-center gap-[1cqw] font-display text-[2.6cqw] font-semibold text-[#15252b]">
          <BrandMark className="size-[3cqw]" />
          {certificate.issuer}
        </span>
        Certificate
      </div>
      <div className="flex min-h-0 flex-1 items-end gap-[5cqw] px-[5.5cqw]">
        <Book title={certificate.courseTitle} className="h-[38cqw] w-[26cqw] shrink-0 text-[2.6cqw]" />
        <div className="min-w-0 flex-1 self-center">
          <p className="line-clamp-2 font-display text-[5cqw] leading-tight font-semibold wrap-anywhere">
            {certificate.holderName}
          </p>
          <p className="text-[1.8cqw] text-[#48595f]">{certificate.design.statement}</p>
          <p className="line-clamp-2 font-display text-[3.2cqw] leading-snug font-semibold wrap-anywhere">
            {certificate.courseTitle}
          </p>
          <p className="line-clamp-1 text-[1.6cqw]">a course by {withHeadline(certificate)}</p>
          <Facts certificate={certificate} />
        </div>
      </div>
      <Foot certificate={certificate} />
    </div>
  </div>
);

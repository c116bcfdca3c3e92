import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Book } from '#web/ui/covers/cover.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { quotations } from '#web/ui/page/quotations.ts';

/** Decoration only; these pages load no courses. */
const books = [
  { art: 'Kites', className: 'h-[58%] w-[26%]' },
  { art: 'Maps', className: 'h-[76%] w-[31%]' },
  { art: 'Paper', className: 'h-[52%] w-[24%]' },
] as const;

function QuotationPanel({ index }: { index: number }) {
  const { t } = useLingui();
  const quotation = quotations[index] ?? quotations[0];
  return (
    <aside
      aria-label={t`Quote`}
      className="bg-neutral text-neutral-content hidden min-h-[41rem] flex-1 flex-col justify-between pt-14 lg:flex"
    >
      <figure className="px-16 max-xl:px-10">
        <blockquote className="font-display max-w-[25rem] text-[1.75rem] leading-snug font-medium">
          {quotation.text}
        </blockquote>
        <figcaption className="text-neutral-muted mt-6">{quotation.author}</figcaption>
      </figure>
      <div className="mt-12">
        <div className="flex h-80 items-end gap-3 px-16 max-xl:px-10" aria-hidden="true">
          {books.map(({ art, className }) => (
            <Book key={art} title={art} hidesTitle className={className} />
          ))}
        </div>
        <div className="bg-neutral-muted h-1.5" />
        <div className="h-11" />
      </div>
    </aside>
  );
}

interface FormPageProps {
  heading: string;
  /** The description for search engines. */
  description?: string;
  lead?: ReactNode;
  /** Stands above the heading. */
  above?: ReactNode;
  children: ReactNode;
  /** The index of the quotation beside the form. */
  quotation?: number;
  /** Beside the form, in the place of the quotation. */
  aside?: ReactNode;
}

/** A page with one form in a narrow column; wide screens show books and a quotation beside it. */
export function FormPage({ heading, description, lead, above, children, quotation = 0, aside }: FormPageProps) {
  return (
    <div className="flex flex-1">
      <div className="flex flex-1 justify-center px-5 py-10 lg:items-center lg:py-14">
        <div className="w-full max-w-100">
          {above}
          <PageHeading description={description}>{heading}</PageHeading>
          {lead && <p className="text-muted mt-2">{lead}</p>}
          <noscript>
            <p className="mt-4 font-medium">
              <Trans>Please switch on JavaScript to use this form.</Trans>
            </p>
          </noscript>
          <div className="mt-6">{children}</div>
        </div>
      </div>
      {aside ? (
        <div className="bg-base-300 hidden flex-1 justify-center px-10 py-14 lg:flex">
          <div className="sticky top-14 w-full max-w-88 self-start">{aside}</div>
        </div>
      ) : (
        <QuotationPanel index={quotation} />
      )}
    </div>
  );
}

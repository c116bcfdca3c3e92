import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Book } from '#web/components/cover.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';

/** A tab that was opened here has nowhere to go back to. */
const hasWayBack = (): boolean => globalThis.history.length > 1;

interface DeadEndProps {
  code: string;
  title: string;
  /** What it means, and what helps. */
  children: string;
}

/** A page that cannot be shown: why, and the ways out. */
export function DeadEnd({ code, title, children }: DeadEndProps) {
  const navigate = useNavigate();
  const goBack = () => void (hasWayBack() ? navigate(-1) : navigate('/'));
  return (
    <div className="page flex flex-1 flex-col justify-center gap-10 py-16 lg:flex-row lg:items-center lg:justify-start lg:gap-20">
      <div className="w-64 max-w-full shrink-0 max-lg:order-last">
        <div className="flex items-end gap-2 px-6">
          <Book title={title} hidesTitle className="h-40 w-24" />
          <Book title={code} hidesTitle className="h-28 w-20 origin-bottom-right rotate-6" />
        </div>
        <div className="ledge" />
      </div>
      <div>
        <p className="num text-muted font-semibold">{code}</p>
        <PageHeading className="text-page mt-1">{title}</PageHeading>
        <p className="measure text-muted mt-3 text-lg">{children}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={goBack}>
            <ArrowLeft size={16} aria-hidden="true" />
            Go Back
          </Button>
          <LinkButton to="/courses" tone="quiet">
            See all courses
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

interface BlockProps {
  className: string;
}

export const Skeleton = ({ className }: BlockProps) => (
  <div aria-hidden="true" className={`skeleton-block ${className}`} />
);

/** Announces the loading to screen readers; the blocks are hidden from them. */
export const LoadingNote = ({ children = 'Loading' }: { children?: string }) => (
  <output className="sr-only">{children}</output>
);

export const CardSkeleton = () => (
  <div className="surface overflow-hidden" aria-hidden="true">
    <div className="cover" />
    <div className="space-y-3 p-5">
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="mt-6 h-9 w-full" />
    </div>
  </div>
);

export const RowsSkeleton = ({ count = 6 }: { count?: number }) => (
  <div className="surface overflow-hidden" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="lecture-row">
        <Skeleton className="h-5 w-5" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-10" />
      </div>
    ))}
  </div>
);

/** Until the code of the classroom is loaded. */
export const VideoSkeleton = () => (
  <div className="classroom-player mx-auto w-full max-w-[84rem]">
    <LoadingNote />
    <Skeleton className="aspect-video w-full" />
  </div>
);

export const PageSkeleton = () => (
  <div className="page py-10">
    <LoadingNote />
    <Skeleton className="h-11 w-64 max-w-full" />
    <Skeleton className="mt-6 h-5 w-96 max-w-full" />
    <Skeleton className="mt-10 h-64 w-full" />
  </div>
);

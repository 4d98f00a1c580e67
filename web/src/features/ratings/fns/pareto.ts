interface Offer {
  id: string;
  price: number;
  rating: number;
}

/** Ids on the Pareto front, cheapest first: every model with a higher rating costs more. */
export function paretoFront(offers: readonly Offer[]): string[] {
  const sorted = [...offers].sort((a, b) => a.price - b.price || b.rating - a.rating);
  let best = Number.NEGATIVE_INFINITY;
  return sorted.flatMap((offer) => {
    if (offer.rating <= best) return [];
    best = offer.rating;
    return [offer.id];
  });
}

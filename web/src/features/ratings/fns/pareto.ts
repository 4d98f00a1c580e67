interface Offer {
  id: string;
  price: number;
  rating: number;
}

/** Ids of those that nobody beats: whoever is rated higher also costs more. From cheap to dear. */
export function paretoFront(offers: readonly Offer[]): string[] {
  const sorted = [...offers].sort((a, b) => a.price - b.price || b.rating - a.rating);
  let best = Number.NEGATIVE_INFINITY;
  return sorted.flatMap((offer) => {
    if (offer.rating <= best) return [];
    best = offer.rating;
    return [offer.id];
  });
}

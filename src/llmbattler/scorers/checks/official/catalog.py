"""All instructions by their names in the published dataset."""

from collections.abc import Mapping

from . import counts, texts
from .check import Instruction

INSTRUCTIONS: Mapping[str, type[Instruction]] = {
    "keywords:existence": texts.Keywords,
    "keywords:frequency": counts.KeywordFrequency,
    "keywords:forbidden_words": texts.ForbiddenWords,
    "keywords:letter_frequency": counts.LetterFrequency,
    "language:response_language": texts.ResponseLanguage,
    "length_constraints:number_sentences": counts.NumberOfSentences,
    "length_constraints:number_paragraphs": counts.NumberOfParagraphs,
    "length_constraints:number_words": counts.NumberOfWords,
    "length_constraints:nth_paragraph_first_word": texts.FirstWordOfParagraph,
    "detectable_content:number_placeholders": counts.NumberOfPlaceholders,
    "detectable_content:postscript": texts.Postscript,
    "detectable_format:number_bullet_lists": counts.NumberOfBullets,
    "detectable_format:constrained_response": texts.ConstrainedResponse,
    "detectable_format:number_highlighted_sections": counts.NumberOfHighlights,
    "detectable_format:multiple_sections": counts.NumberOfSections,
    "detectable_format:json_format": texts.JsonFormat,
    "detectable_format:title": texts.Title,
    "combination:two_responses": texts.TwoResponses,
    "combination:repeat_prompt": texts.RepeatPrompt,
    "startend:end_checker": texts.EndPhrase,
    "startend:quotation": texts.Quotation,
    "change_case:capital_word_frequency": counts.NumberOfCapitalWords,
    "change_case:english_capital": texts.EnglishCapital,
    "change_case:english_lowercase": texts.EnglishLowercase,
    "punctuation:no_comma": texts.NoComma,
}

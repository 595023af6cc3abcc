#!/usr/bin/env python3
"""Write the golden vectors of text -> hash (DESIGN.md 3.1): vectors.json and siphash.json.

Independent of the Go code: unicodedata of Python (Unicode 14) and a SipHash-2-4
of its own. Run as: python3 testdata/ngram/make_vectors.py
"""

import json
import pathlib
import re
import struct
import unicodedata

KEY = bytes(range(16))
MASK = (1 << 64) - 1

# ---- SipHash-2-4 (Aumasson, Bernstein 2012) ----


def rotl(x, b):
    return (x << b | x >> (64 - b)) & MASK


def siphash(data, key=KEY):
    k0, k1 = struct.unpack("<QQ", key)
    v0, v1 = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D
    v2, v3 = k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573

    def rounds(n):
        nonlocal v0, v1, v2, v3
        for _ in range(n):
            v0 = (v0 + v1) & MASK
            v1 = rotl(v1, 13) ^ v0
            v0 = rotl(v0, 32)
            v2 = (v2 + v3) & MASK
            v3 = rotl(v3, 16) ^ v2
            v0 = (v0 + v3) & MASK
            v3 = rotl(v3, 21) ^ v0
            v2 = (v2 + v1) & MASK
            v1 = rotl(v1, 17) ^ v2
            v2 = rotl(v2, 32)

    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 255])
    for (m,) in struct.iter_unpack("<Q", padded):
        v3 ^= m
        rounds(2)
        v0 ^= m
    v2 ^= 255
    rounds(4)
    return v0 ^ v1 ^ v2 ^ v3


# ---- words ----

# Names of the letters and numbers that are words by themselves. U+30FC (KATAKANA-HIRAGANA
# PROLONGED SOUND MARK) is of script Common and does not begin so: an ordinary letter.
ALONE = (
    "CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "HANGZHOU NUMERAL",
    "HIRAGANA ", "KATAKANA LETTER", "KATAKANA ITERATION", "KATAKANA VOICED", "KATAKANA DIGRAPH",
    "THAI ", "LAO ", "KHMER ", "MYANMAR ",
)
HAN_MARKS = "\u3005\u3007\u303b"


def category(c):
    return unicodedata.category(c)[0]


def alone(c):
    return category(c) in "LN" and (c in HAN_MARKS or unicodedata.name(c, "").startswith(ALONE))


def words_default(text):
    words, last = [], ""  # last: "" no word is open, "w" an ordinary word, "a" one that stands alone
    for c in unicodedata.normalize("NFKC", text).lower():
        if category(c) in "LN":
            if alone(c):
                words.append(c)
                last = "a"
            elif last == "w":
                words[-1] += c
            else:
                words.append(c)
                last = "w"
        elif category(c) == "M":
            if last:
                words[-1] += c
        else:
            last = ""
    return words


def words_plain(text):
    text = text.lower()
    return "".join(c if category(c) in "LN" else " " for c in text).split(" ")


# White_Space of Unicode; Python's own notion has U+001C to U+001F besides.
SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def vector(name, text, scheme, n):
    words = []
    if scheme == "chars":
        text_ = SPACE.sub(" ", text.lower()).strip(" ")
        grams = [siphash(text_[i:i + n].encode()) for i in range(len(text_) - n + 1)]
    else:
        words = [w for w in (words_default if scheme == "words" else words_plain)(text) if w]
        hashes = [struct.pack("<Q", siphash(w.encode())) for w in words]
        grams = [siphash(b"".join(hashes[i:i + n])) for i in range(len(words) - n + 1)]
    return {
        "name": name, "text": text, "scheme": scheme, "n": n, "words": words,
        "word_hashes": ["%016x" % siphash(w.encode()) for w in words],
        "grams": ["%016x" % g for g in grams],
    }


# ---- texts ----

TEXTS = {
    "empty": "",
    "one word": "Hello",
    "two words": "Hello, world",
    "three words": "Hello, wide world",
    "punctuation only": "!!! --- ... ???",
    "white space only": " \t\r\n\u3000 ",
    "ASCII sentence": "The quick brown fox jumps over the lazy dog.",
    "repeated words": "no no no no yes no no no and again no no no",
    "line ends and tabs": "wrapped\r\ncopies\tof\n\none \x0b\x0c sentence  are   equal",
    "control characters": "one\x1ctwo\x1dthree\x1ffour\x00five six",
    "underscore and digits": "snake_case_name v2.0.1 1,000 3rd 0x1F __init__ a_1",
    "apostrophes": "Don't can\u2019t o'clock rock 'n' roll can\u00b4t it`s",
    "long word": "a" * 70 + " " + "b" * 255 + " " + "c" * 256 + " end",
    "Han": "我们在图书馆读书。天氣很好,々〇三千!",
    "Han beside Latin and digits": "用Python3写100行code的人",
    "Han beyond the BMP, compatibility, radical": "𠮷野家 𠀀 \uf900\ufa30 ⼈ 〡〺〻",
    "Hiragana and Katakana": "ラーメンをたべました。コーヒー、スーパーゝヾゟヿ",
    "half-width Katakana": "ｶﾞｷﾞｸﾞ ﾊﾟｰﾃｨｰ ｺｰﾋｰ",
    "Kana, decomposed": "か\u3099き\u3099 ハ\u309aン ㇰ ㍿ ㌔",
    "Thai": "ที่นี่อากาศดีมาก น้ำใสเย็น ๑๒๓ ๆ",
    "Lao": "ສະບາຍດີ ນ້ຳດື່ມ ໑໒ ຫຼາຍ ໆ",
    "Khmer": "សួស្ដីពិភពលោក ខ្ញុំ ១២៣។",
    "Myanmar": "မင်္ဂလာပါ ကမ္ဘာ ၁၂၃။",
    "Arabic with vowel marks": "بِسْمِ ٱللَّهِ كِتَابٌ جَمِيلٌ ٣٤ ـــ ﷺ ﻻ",
    "Hebrew with points": "שָׁלוֹם עוֹלָם טוֹב",
    "Hindi": "नमस्ते दुनिया, यह किताब अच्छी है। क़लम १२",
    "Tamil and Tibetan": "வணக்கம் உலகம் கௌ བོད་སྐད་ ཀྵ",
    "German": "Straße STRASSE STRAẞE Ärger Übergröße",
    "Turkish": "İstanbul IŞIK ısı DİYARBAKIR i\u0307 I\u0307",
    "Lithuanian and Dutch": "Ì\u0307 J\u0301 Į\u0303 ĳs Ĳs ŉ",
    "Greek final sigma": "ΟΔΟΣ ΣΑΣ Σ ΣΣ σας Όσος ΣΊΣΥΦΟΣ, ΟΔΟΣ",
    "sigma before an apostrophe and a letter": "ΑΣ'Α ΑΣ\u2019Α ΑΣ' Α ΑΣ.Α ΑΣ:Α ΑΣ-Α ΑΣ_Α",
    "sigma after marks and digits": "ΑΣ\u0301 ΑΣ\u0301Α Α\u0301Σ 1Σ 12ΣΑ Α1Σ \u0301Σ ΑΣ1 ΑΣ1Α",
    "sigma beside invisible characters": "ΑΣ\u00adΑ ΑΣ\u00ad Α\u00adΣ ΑΣ\u200dΑ ΑΣ\u200bΑ ΑΣ\u2060 ᾼΣ ªΣ",
    "sigma, mathematical and in other scripts": "𝚺 Α𝚺 𝛢𝚺𝛢 aΣ ΣbΣ 中Σ あΣ คΣ ⒶΣ",
    "Greek with accents": "ἈΘῆΝΑΙ ᾼ ᾳ ΆΈ ΐ Ω\u0345",
    "Kelvin, Angstrom and Ohm signs": "300\u212a 5\u212b 10\u2126 \u212aelvin K k",
    "ligatures": "ﬁnd oﬃce ﬂuﬀy ﬅop ǆ ǅ Ǆ œuvre Æsop",
    "superscripts, fractions, numerals": "m² x³ ½ 1½ ¾cup Ⅻ ⅷ ① ⑽ ㉑ ₂ ™ № ℡ ª º",
    "full width": "ＡＢＣ ａｂｃ １２３ Ｆｕｌｌ－ｗｉｄｔｈ！ ｔｅｘｔ＿ｈｅｒｅ",
    "mathematical letters": "𝐇𝐞𝐥𝐥𝐨 𝒲ℴ𝓇𝓁𝒹 𝟘𝟙𝟚 ℌ ℝ",
    "emoji": "so good 😀👍 really ❤️ 5⭐ 1️⃣ keycap",
    "emoji with joiners and skin tones": "we 👩‍👩‍👧‍👦 are 👍🏽 a 🧑🏿‍🚀 family 🏳️‍🌈 🇩🇪 here",
    "accents, composed": "café naïve Ångström Việt Nam façade",
    "accents, decomposed": "cafe\u0301 nai\u0308ve A\u030angstro\u0308m Vie\u0323\u0302t Nam fac\u0327ade",
    "marks in other orders": "a\u0323\u0301b a\u0301\u0323b q\u0307\u0323 q\u0323\u0307 x\u0336y\u0336z\u0336",
    "leading marks": "\u0301abc \u0301 \u0327\u0301def -\u0308ghi (\u0303) ab \u0301cd ٠\u0301",
    "enclosing and spacing marks": "a\u20dd b\u20e3 ক\u09be का \u0903x",
    "Hangul": "안녕하세요 세계 여러분",
    "Hangul jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af \u1100\u1161 \u3131\u314f \uffa1\uffc2 \u1100 \u1161",
    "replacement character": "one\ufffdtwo \ufffd three\ufffd",
    "soft hyphen and joiners": "co\u00adoperate zero\u200bwidth non\u200cjoiner می\u200cخواهم join\u200der word\u2060joiner \ufeffbom",
    "spaces of many kinds": "no\u00a0break thin\u2009space ideographic\u3000space line\u2028sep para\u2029graph next\u0085line ogham\u1680mark",
    "Cyrillic": "Съешь же ещё этих мягких французских булок, ЁЛКА",
    "Armenian, Georgian, Cherokee": "Երևան և ԵՒ თბილისი ᲗᲑ ႠႡ Ꭰꭰ ᏸ",
    "letters of small scripts": "𐐀𐐨 Deseret 𞤀𞤢 Adlam Ɐ ꞯ Ⴀ ⴀ ᴬ ᶠ",
    "private use": "a\ue000b c\uf8ffd e\U000f0000f",
    "hyphens and dashes": "well-known state–of—the‑art minus−sign e‐mail",
    "currency and symbols": "5€ $10 £3.50 100% #tag @name a+b=c c++ x<y",
    "quotes": "“Curly” ‘quotes’ «guillemets» „unten“ 「鉤」 (brackets)",
    "mixed scripts": "iPhoneを買うเมื่อวาน and Привет世界hello",
}

OTHER_N = [
    ("repeated words", "words", 1), ("ASCII sentence", "words", 1), ("ASCII sentence", "words", 2),
    ("ASCII sentence", "words", 5), ("two words", "words", 2), ("Thai", "words", 5),
    ("ASCII sentence", "plain", 4), ("Han", "chars", 3), ("empty", "chars", 1), ("one word", "chars", 5),
    ("one word", "chars", 6), ("emoji with joiners and skin tones", "chars", 4), ("Turkish", "chars", 1),
]


def main():
    table = [siphash(bytes(range(i))) for i in range(64)]
    assert table[0] == 0x726FDB47DD0E0E31 and table[15] == 0xA129CA6149BE45E5
    assert unicodedata.unidata_version == "14.0.0", "vectors are made with the tables of Unicode 14"

    vectors = [vector(name, text, scheme, n)
               for name, text in TEXTS.items() for scheme, n in (("words", 3), ("plain", 3), ("chars", 10))]
    vectors += [vector(name, TEXTS[name], scheme, n) for name, scheme, n in OTHER_N]

    here = pathlib.Path(__file__).parent
    lines = ",\n".join(json.dumps(v) for v in vectors)
    (here / "vectors.json").write_text("[\n" + lines + "\n]\n")
    lines = ",\n".join('"%016x"' % h for h in table)
    (here / "siphash.json").write_text("[\n" + lines + "\n]\n")
    print(len(vectors), "vectors of", len(TEXTS), "texts")


if __name__ == "__main__":
    main()

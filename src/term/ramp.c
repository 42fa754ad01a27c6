#include "term/ramp.h"

#include <math.h>

/* Amounts rise by the same step of lightness in OKLab (B. Ottosson, "A perceptual color
 * space for image processing", 2020), from 0.24 to 0.95 on dark and from 0.95 to 0.30 on
 * light, while the hue goes from blue (264 degrees) to yellow (105), so that order shows
 * in lightness alone and the ends differ for every kind of colour vision. Differences are
 * orange below zero and blue above it (60 and 252 degrees). The stand-ins are the nearest
 * of xterm's colours that keep the order of lightness, and where greys are nearest on
 * both sides of zero, the nearest that show their side. */
const struct ramp ramp_on_dark = {
    .amount = {{0x01125b, 17},
               {0x002a56, 235},
               {0x003a5d, 237},
               {0x004965, 238},
               {0x00596e, 23},
               {0x006977, 24},
               {0x00797f, 29},
               {0x268883, 30},
               {0x3f9787, 66},
               {0x52a78a, 36},
               {0x69b68b, 72},
               {0x82c48a, 108},
               {0x9ed189, 114},
               {0xbcde87, 150},
               {0xdbe987, 186},
               {0xfbf488, 228}},
    .difference = {{0xffb06e, 215},
               {0xe39755, 173},
               {0xc1824b, 137},
               {0xa16d42, 130},
               {0x815938, 94},
               {0x63462e, 58},
               {0x463324, 52},
               {0x242424, 234},
               {0x2a394b, 18},
               {0x374f6a, 24},
               {0x44668b, 60},
               {0x527dad, 67},
               {0x6096d1, 68},
               {0x6faff6, 75},
               {0x98c8ff, 117} },
};

const struct ramp ramp_on_light = {
    .amount = {{0xfbf488, 228},
               {0xdeea87, 192},
               {0xc1e087, 186},
               {0xa6d588, 150},
               {0x8bc98a, 114},
               {0x73bc8b, 108},
               {0x5dae8a, 72},
               {0x4aa089, 36},
               {0x3a9286, 66},
               {0x1c8582, 30},
               {0x03767d, 29},
               {0x006876, 24},
               {0x00596f, 23},
               {0x004b66, 238},
               {0x003d5e, 237},
               {0x002f58, 236}},
    .difference = {{0x733d00, 88},
               {0x914f00, 94},
               {0xa56730, 130},
               {0xb68155, 137},
               {0xc79b78, 173},
               {0xd8b69b, 180},
               {0xe9d1be, 223},
               {0xeeeeee, 255},
               {0xc5d8ee, 153},
               {0xa5c0e0, 146},
               {0x85a9d2, 110},
               {0x6692c3, 67},
               {0x467bb4, 31},
               {0x2364a5, 25},
               {0x004d8f, 24} },
};

enum { BLACK = 16, WHITE = 231, CUBE = 16, GREYS = 232, DIRECT = 1 << 24 };

int
ramp_palette(int number)
{
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    int i = number - CUBE;

    if (number >= GREYS)
        return (8 + 10 * (number - GREYS)) * 0x10101;
    return levels[i / 36] << 16 | levels[i / 6 % 6] << 8 | levels[i % 6];
}

/* Relative luminance of sRGB after WCAG 2. */
static double
luminance(int rgb)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        double x = (rgb >> (16 - 8 * i) & 255) / 255.0;

        sum += weights[i] * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double
ramp_contrast(int rgb, int other)
{
    double x = luminance(rgb), y = luminance(other);

    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

struct ramp_colors
ramp_colors(const struct ramp *r, enum style style, int colors)
{
    const struct ramp_step *step = style < STYLE_DIFFERENCE
                                       ? &r->amount[style - STYLE_RAMP]
                                       : &r->difference[style - STYLE_DIFFERENCE];
    bool direct = colors >= DIRECT;
    int rgb = direct ? step->rgb : ramp_palette(step->of_256);
    bool dark = ramp_contrast(rgb, 0xffffff) > ramp_contrast(rgb, 0);

    if (direct)
        return (struct ramp_colors){dark ? 0xffffff : 0, step->rgb};
    return (struct ramp_colors){dark ? WHITE : BLACK, step->of_256};
}

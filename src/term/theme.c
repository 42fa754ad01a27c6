#include "term/theme.h"

#include <stdlib.h>
#include <string.h>

#include "term/ramp.h"

/* Contrast with the background is at least 4.5 : 1 in every theme (black for dark ones,
 * white for light). Meaning never rests on colour alone: what must be told apart also
 * differs in its marks or its words. */
static const struct theme themes[] = {
    {"dark",
     COLOR_NONE,     COLOR_NONE,
     {
         [STYLE_PLAIN] = {COLOR_NONE, 0},
         [STYLE_DIM] = {0x949494, 0},
         [STYLE_STRONG] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_RULE] = {0x808080, 0},
         [STYLE_FOCUS] = {0xffd75f, LOOK_BOLD},
         [STYLE_KEY] = {0xffd75f, 0},
         [STYLE_RIGHT] = {0x87d787, LOOK_BOLD},
         [STYLE_WRONG] = {0xff8787, LOOK_BOLD},
         [STYLE_REMARK] = {0xffaf5f, 0},
         [STYLE_GUESS] = {0xd7afff, LOOK_BOLD},
         [STYLE_FORMULA] = {0xafd7ff, 0},
         [STYLE_CODE] = {0xafd7d7, 0},
         [STYLE_BEFORE] = {0x8a8a8a, 0},
         [STYLE_FIRST] = {0x5fafff, 0},
         [STYLE_SECOND] = {0xffaf00, 0},
         [STYLE_THIRD] = {0x5fd787, 0},
         [STYLE_FOURTH] = {0xff87d7, 0},
         [STYLE_OFFER] = {0x949494, LOOK_UNDERLINE},
     },          &ramp_on_dark },
    {"light",
     COLOR_NONE,     COLOR_NONE,
     {
         [STYLE_PLAIN] = {COLOR_NONE, 0},
         [STYLE_DIM] = {0x626262, 0},
         [STYLE_STRONG] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_RULE] = {0x6c6c6c, 0},
         [STYLE_FOCUS] = {0x875f00, LOOK_BOLD},
         [STYLE_KEY] = {0x875f00, 0},
         [STYLE_RIGHT] = {0x005f00, LOOK_BOLD},
         [STYLE_WRONG] = {0xaf0000, LOOK_BOLD},
         [STYLE_REMARK] = {0x875f00, 0},
         [STYLE_GUESS] = {0x5f00af, LOOK_BOLD},
         [STYLE_FORMULA] = {0x005f87, 0},
         [STYLE_CODE] = {0x444444, 0},
         [STYLE_BEFORE] = {0x6c6c6c, 0},
         [STYLE_FIRST] = {0x005fd7, 0},
         [STYLE_SECOND] = {0xaf5f00, 0},
         [STYLE_THIRD] = {0x005f5f, 0},
         [STYLE_FOURTH] = {0xaf0087, 0},
         [STYLE_OFFER] = {0x626262, LOOK_UNDERLINE},
     },          &ramp_on_light},
    {"high-contrast",
     0xffffff,       0x000000,
     {
         [STYLE_PLAIN] = {0xffffff, 0},
         [STYLE_DIM] = {0xffffff, 0},
         [STYLE_STRONG] = {0xffffff, LOOK_BOLD},
         [STYLE_RULE] = {0xffffff, 0},
         [STYLE_FOCUS] = {0xffff00, LOOK_BOLD | LOOK_REVERSE},
         [STYLE_KEY] = {0xffff00, LOOK_BOLD},
         [STYLE_RIGHT] = {0x00ffff, LOOK_BOLD},
         [STYLE_WRONG] = {0xffff00, LOOK_BOLD | LOOK_UNDERLINE},
         [STYLE_REMARK] = {0xffffff, LOOK_REVERSE},
         [STYLE_GUESS] = {0xffff00, LOOK_BOLD},
         [STYLE_FORMULA] = {0xffffff, 0},
         [STYLE_CODE] = {0xffffff, 0},
         [STYLE_BEFORE] = {0xffffff, 0},
         [STYLE_FIRST] = {0x00ffff, LOOK_BOLD},
         [STYLE_SECOND] = {0xffff00, LOOK_BOLD},
         [STYLE_THIRD] = {0x00ff00, LOOK_BOLD},
         [STYLE_FOURTH] = {0xff87ff, LOOK_BOLD},
         [STYLE_OFFER] = {0xffffff, LOOK_UNDERLINE},
     },          &ramp_on_dark },
    {/* The objects of figures: four colours of Okabe and Ito, "Color universal
     * design" (2008); right is blue and wrong is orange. */
     "colour-blind",                COLOR_NONE,
     COLOR_NONE, {
         [STYLE_PLAIN] = {COLOR_NONE, 0},
         [STYLE_DIM] = {0x949494, 0},
         [STYLE_STRONG] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_RULE] = {0x808080, 0},
         [STYLE_FOCUS] = {0xf0e442, LOOK_BOLD},
         [STYLE_KEY] = {0xf0e442, 0},
         [STYLE_RIGHT] = {0x56b4e9, LOOK_BOLD},
         [STYLE_WRONG] = {0xe69f00, LOOK_BOLD | LOOK_UNDERLINE},
         [STYLE_REMARK] = {0xf0e442, 0},
         [STYLE_GUESS] = {0xf0e442, LOOK_BOLD},
         [STYLE_FORMULA] = {COLOR_NONE, 0},
         [STYLE_CODE] = {COLOR_NONE, 0},
         [STYLE_BEFORE] = {0x8a8a8a, 0},
         [STYLE_FIRST] = {0x56b4e9, 0},
         [STYLE_SECOND] = {0xe69f00, 0},
         [STYLE_THIRD] = {0x009e73, LOOK_BOLD},
         [STYLE_FOURTH] = {0xcc79a7, LOOK_BOLD},
         [STYLE_OFFER] = {0x949494, LOOK_UNDERLINE},
     }, &ramp_on_dark         },
    {/* Also what NO_COLOR and terminals without colours get. */
     "none",               COLOR_NONE,
     COLOR_NONE,   {
         [STYLE_PLAIN] = {COLOR_NONE, 0},
         [STYLE_DIM] = {COLOR_NONE, 0},
         [STYLE_STRONG] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_RULE] = {COLOR_NONE, 0},
         [STYLE_FOCUS] = {COLOR_NONE, LOOK_REVERSE},
         [STYLE_KEY] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_RIGHT] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_WRONG] = {COLOR_NONE, LOOK_BOLD | LOOK_UNDERLINE},
         [STYLE_REMARK] = {COLOR_NONE, LOOK_UNDERLINE},
         [STYLE_GUESS] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_FORMULA] = {COLOR_NONE, 0},
         [STYLE_CODE] = {COLOR_NONE, 0},
         [STYLE_BEFORE] = {COLOR_NONE, LOOK_DIM},
         [STYLE_FIRST] = {COLOR_NONE, 0},
         [STYLE_SECOND] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_THIRD] = {COLOR_NONE, 0},
         [STYLE_FOURTH] = {COLOR_NONE, LOOK_BOLD},
         [STYLE_OFFER] = {COLOR_NONE, LOOK_DIM | LOOK_UNDERLINE},
     }, NULL         },
};

const struct theme *
theme_at(int i)
{
    return i < (int)(sizeof themes / sizeof *themes) ? &themes[i] : NULL;
}

/* COLORFGBG is "foreground;background" or "foreground;default;background": the numbers
 * of two of the first 16 colours, of which 7 and 9 to 15 are light. */
static bool
is_light_background(const char *colorfgbg)
{
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    int bg = last ? atoi(last + 1) : 0;

    return bg == 7 || (bg >= 9 && bg <= 15);
}

const struct theme *
theme_find(const char *name, const char *colorfgbg)
{
    if (name[0] == '\0')
        name = is_light_background(colorfgbg) ? "light" : "dark";
    for (int i = 0; theme_at(i); i++)
        if (strcmp(theme_at(i)->name, name) == 0)
            return theme_at(i);
    return NULL;
}

static int
distance(int rgb, int r, int g, int b)
{
    int dr = (rgb >> 16 & 255) - r, dg = (rgb >> 8 & 255) - g, db = (rgb & 255) - b;

    return dr * dr + dg * dg + db * db;
}

/* xterm's cube: 0, 95, 135, ..., 255. */
static int
cube_level(int i)
{
    return i == 0 ? 0 : 55 + 40 * i;
}

static int
nearest_of_256(int rgb)
{
    int best = 16, best_distance = distance(rgb, 0, 0, 0);

    for (int i = 1; i < 240; i++) {
        int grey = 8 + 10 * (i - 216);
        int d = i < 216 ? distance(rgb, cube_level(i / 36), cube_level(i / 6 % 6),
                                   cube_level(i % 6))
                        : distance(rgb, grey, grey, grey);

        if (d < best_distance) {
            best = 16 + i;
            best_distance = d;
        }
    }
    return best;
}

/* Which of red, green and blue are on: at least three quarters of the brightest. */
static int
nearest_of_8(int rgb)
{
    int r = rgb >> 16 & 255, g = rgb >> 8 & 255, b = rgb & 255;
    int top = r > g ? r : g;

    top = b > top ? b : top;
    if (top == 0)
        return 0;
    return (4 * r >= 3 * top) | (4 * g >= 3 * top) << 1 | (4 * b >= 3 * top) << 2;
}

int
theme_color(int rgb, int colors)
{
    if (rgb == COLOR_NONE)
        return COLOR_NONE;
    if (colors >= 1 << 24)
        return rgb;
    return colors >= 256 ? nearest_of_256(rgb) : nearest_of_8(rgb);
}
